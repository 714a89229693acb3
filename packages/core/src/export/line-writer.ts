import { isBeforeFormula, isFormulaSign } from '@goal/contract';
import { copyMessage } from '@goal/db';

import type { Words } from './names.ts';

const [tab, lineFeed, space, quote, point, zero, backslash] = [9, 10, 32, 34, 46, 48, 92];
const [letterN, letterT, letterU, letterV, letterZ] = [78, 84, 117, 118, 90];
const hex = Buffer.from('0123456789abcdef');
/** The letters that COPY writes after a backslash: \b \f \n \r \t \v. */
const escaped = new Map([...'bfnrtv'].map((letter, at) => [letter.charCodeAt(0), '\b\f\n\r\t\v'.charCodeAt(at)]));
const apostrophe = 39;
/** Whether a text that begins with this byte may be a formula; most begin with a letter. */
const mayBeFormula = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || byte === backslash || isBeforeFormula(byte) || isFormulaSign(byte) ? 1 : 0,
);

/** Memory for the lines of an export's pages: new for each would cost a sixth of its time. */
export type LineMemory = { bytes: Buffer };

/**
 * Rewrites rows of COPY's text format column by column and byte by byte. It makes no value and no
 * string of them, which costs a tenth of reading them as rows (docs/decisions/017-export.md). A row
 * is read once, from its first column to its last; each method that writes or reads a column goes
 * on to the next one.
 */
export class LineWriter {
  readonly #rows: Buffer;
  readonly #memory: LineMemory;
  #out: Buffer;
  #length = 0;
  /** Where the current column begins, where its row ends, and where its line begins in `#out`. */
  #at = 0;
  #end = 0;
  #line = 0;

  /** `rows`: in their messages, as `copyText` returns them. */
  constructor(rows: Buffer, memory: LineMemory) {
    this.#rows = rows;
    this.#memory = memory;
    this.#out = memory.bytes;
  }

  /** Takes the next row; false at the end. `more`: bytes that it may need beside the row's. */
  take(more: number): boolean {
    const begin = this.#end;
    if (begin >= this.#rows.length) return false;
    this.#at = begin + copyMessage.head;
    this.#end = copyMessage.end(this.#rows, begin);
    this.#line = this.#length;
    // One byte becomes at most six.
    this.#makeRoom((this.#end - this.#at) * 6 + more);
    return true;
  }

  /** Takes back what was written of the current row. */
  drop(): void {
    this.#length = this.#line;
  }

  /** All bytes written so far, in the memory. */
  get bytes(): Buffer {
    return this.#out.subarray(0, this.#length);
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(this.#out.length * 2 + bytes);
    this.#out.copy(larger, 0, 0, this.#length);
    this.#memory.bytes = larger;
    this.#out = larger;
  }

  put(bytes: Buffer): void {
    this.#out.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** True when the column is null. Stays at it. */
  isNull(): boolean {
    return this.#rows[this.#at] === backslash && this.#rows[this.#at + 1] === letterN;
  }

  /** Reads a column that is a non-negative integer. */
  number(): number {
    const rows = this.#rows;
    let [at, value] = [this.#at, 0];
    for (let byte = rows[at++] ?? 0; byte >= zero; byte = rows[at++] ?? 0) value = value * 10 + byte - zero;
    this.#at = at;
    return value;
  }

  skip(): void {
    const rows = this.#rows;
    let at = this.#at;
    while (!endsColumn(rows[at++] ?? lineFeed));
    this.#at = at;
  }

  /** Copies a column unchanged, which is no text: a number or an address. */
  copy(): void {
    const [rows, out] = [this.#rows, this.#out];
    let [at, to] = [this.#at, this.#length];
    for (let byte = rows[at++] ?? 0; byte > space; byte = rows[at++] ?? 0) out[to++] = byte;
    this.#at = at;
    this.#length = to;
  }

  /** Writes `2026-01-31 12:00:00.5+00` as the wire shows it (rulings §2.7). */
  time(): void {
    const [rows, out, begin, to] = [this.#rows, this.#out, this.#at, this.#length];
    for (let nth = 0; nth < 19; nth += 1) out[to + nth] = rows[begin + nth] ?? 0;
    out[to + 10] = letterT;
    out[to + 19] = point;
    let at = begin + 19;
    if (rows[at] === point) at += 1;
    for (let nth = 20; nth < 23; nth += 1) {
      const digit = rows[at] ?? 0;
      const isDigit = digit >= zero;
      if (isDigit) at += 1;
      out[to + nth] = isDigit ? digit : zero;
    }
    out[to + 23] = letterZ;
    this.#length = to + 24;
    this.#at = at;
    this.skip();
  }

  /** Writes a JSON string: COPY's escapes are JSON's but for \v. Null becomes the empty string. */
  json(): void {
    const [rows, out] = [this.#rows, this.#out];
    let [at, to] = [this.#beginOfText(), this.#length];
    out[to++] = quote;
    for (;;) {
      const byte = rows[at++] ?? lineFeed;
      // Most bytes are small letters and need one comparison.
      if (byte > backslash) out[to++] = byte;
      else if (byte === backslash) {
        const next = rows[at++] ?? 0;
        if (next === letterV) to = control(out, to, 11);
        else {
          out[to++] = backslash;
          out[to++] = next;
        }
      } else if (byte >= space) {
        if (byte === quote) out[to++] = backslash;
        out[to++] = byte;
      } else if (endsColumn(byte)) break;
      else to = control(out, to, byte);
    }
    out[to++] = quote;
    this.#at = at;
    this.#length = to;
  }

  /**
   * Writes a text as a quoted CSV field, as `csvField` of the contract does.
   */
  csv(): void {
    const [rows, out] = [this.#rows, this.#out];
    let [at, to] = [this.#beginOfText(), this.#length];
    out[to++] = quote;
    if (mayBeFormula[rows[at] ?? 0] === 1 && this.#beginsLikeFormula(at)) out[to++] = apostrophe;
    for (;;) {
      let byte = rows[at++] ?? lineFeed;
      if (byte === backslash) {
        const next = rows[at++] ?? 0;
        byte = escaped.get(next) ?? next;
      } else if (endsColumn(byte)) break;
      if (byte === quote) out[to++] = quote;
      out[to++] = byte;
    }
    out[to++] = quote;
    this.#at = at;
    this.#length = to;
  }

  /** Writes a word of the dictionary, or the text that the event holds in the next column. */
  word(words: Words, form: 'csv' | 'json'): void {
    if (this.isNull()) {
      this.skip();
      this[form]();
    } else {
      this.put(words.of(this.number()));
      this.skip();
    }
  }

  /** Where the text of the column begins: at its end where it is null. */
  #beginOfText(): number {
    return this.isNull() ? this.#at + 2 : this.#at;
  }

  /** As `beginsLikeFormula` of the contract, on the UTF-8 and the escapes of COPY. */
  #beginsLikeFormula(begin: number): boolean {
    const rows = this.#rows;
    for (let at = begin; !endsColumn(rows[at] ?? lineFeed); at += 1) {
      let code = rows[at] ?? 0;
      if (code === backslash) {
        const next = rows[++at] ?? 0;
        code = escaped.get(next) ?? next;
      } else if (code >= 0xc0) {
        const more = code >= 0xf0 ? 3 : code >= 0xe0 ? 2 : 1;
        code &= 0x3f >> more;
        for (const last = at + more; at < last;) code = (code << 6) | ((rows[++at] ?? 0) & 0x3f);
      }
      if (!isBeforeFormula(code)) return isFormulaSign(code);
    }
    return false;
  }
}

/** COPY escapes these two bytes within texts. */
function endsColumn(byte: number): boolean {
  return byte === tab || byte === lineFeed;
}

/** Writes a control character in JSON. Returns where it ends. */
function control(out: Buffer, to: number, byte: number): number {
  out[to] = backslash;
  out[to + 1] = letterU;
  out[to + 2] = zero;
  out[to + 3] = zero;
  out[to + 4] = hex[byte >> 4] ?? 0;
  out[to + 5] = hex[byte & 15] ?? 0;
  return to + 6;
}
