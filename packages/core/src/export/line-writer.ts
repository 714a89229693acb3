import { isBeforeFormula, isFormulaSign } from '@goal/contract';

/** The index of each column (`columns` of page-statements.ts). */
export const column = {
  id: 0,
  occurredAt: 1,
  receivedAt: 2,
  code: 3,
  userId: 4,
  site: 5,
  severity: 6,
  object: 7,
  eventType: 8,
  username: 9,
  message: 10,
  objectText: 11,
  eventTypeText: 12,
  ip: 13,
  redactedAt: 14,
} as const;
const maxColumns = 17;

const [tab, lineFeed, space, quote, point, zero, backslash] = [9, 10, 32, 34, 46, 48, 92];
const [letterN, letterT, letterU, letterV, letterZ] = [78, 84, 117, 118, 90];
const hex = Buffer.from('0123456789abcdef');
/** The letters that COPY writes after a backslash: \b \f \n \r \t \v. */
const escaped = new Map([...'bfnrtv'].map((letter, at) => [letter.charCodeAt(0), '\b\f\n\r\t\v'.charCodeAt(at)]));
const apostrophe = 39;
/**
 * Whether a text that begins with this byte can begin like a formula. Nearly every text begins with
 * a letter, and is judged by it alone.
 */
const mayBeFormula = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || byte === backslash || isBeforeFormula(byte) || isFormulaSign(byte) ? 1 : 0,
);

/**
 * Rewrites rows of COPY's text format column by column and byte by byte. It makes no value and no
 * string of them, which costs a tenth of reading them as rows (docs/decisions/017-export.md).
 */
export class LineWriter {
  #rows: Buffer;
  #out: Buffer;
  #length = 0;
  /** Where the columns of the current row begin, then the next row. */
  readonly #begins = new Int32Array(maxColumns + 1);
  #next = 0;

  constructor(rows: Buffer) {
    this.#rows = rows;
    this.#out = Buffer.allocUnsafe(Math.ceil(rows.length * 2.5) + 64 * 1024);
  }

  /**
   * Takes the next row; returns false at the end. `more`: bytes that the event may need besides
   * those of the row.
   */
  take(more: number): boolean {
    const rows = this.#rows;
    const begins = this.#begins;
    if (this.#next >= rows.length) return false;
    let [at, count] = [this.#next, 0];
    begins[0] = at;
    for (; rows[at] !== lineFeed; at += 1) if (rows[at] === tab) begins[++count] = at + 1;
    this.#next = at + 1;
    begins[count + 1] = this.#next;
    // One byte becomes at most six.
    this.#makeRoom((at - (begins[0] ?? 0)) * 6 + more);
    return true;
  }

  /** All bytes written so far. */
  get bytes(): Buffer {
    return this.#out.subarray(0, this.#length);
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(this.#out.length * 2 + bytes);
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }

  put(bytes: Buffer): void {
    this.#out.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Reads a column that is a non-negative integer. */
  number(of: number): number {
    const end = this.#end(of);
    let value = 0;
    for (let at = this.#begin(of); at < end; at += 1) value = value * 10 + (this.#rows[at] ?? 0) - zero;
    return value;
  }

  isNull(of: number): boolean {
    const begin = this.#begin(of);
    return this.#rows[begin] === backslash && this.#rows[begin + 1] === letterN;
  }

  /** Copies a column unchanged. */
  copy(of: number): void {
    this.#copy(this.#begin(of), this.#end(of));
  }

  /** Writes `2026-01-31 12:00:00.5+00` as the wire shows it (rulings §2.7). */
  time(of: number): void {
    const begin = this.#begin(of);
    this.#copy(begin, begin + 10);
    this.#byte(letterT);
    this.#copy(begin + 11, begin + 19);
    this.#byte(point);
    let at = begin + 19;
    let digits = 0;
    if (this.#rows[at] === point)
      for (at += 1; digits < 3 && (this.#rows[at] ?? 0) >= zero; digits += 1) this.#copy(at, ++at);
    for (; digits < 3; digits += 1) this.#byte(zero);
    this.#byte(letterZ);
  }

  /**
   * Writes a text as a JSON string. COPY's escapes are those of JSON except \v. Null becomes the
   * empty string.
   */
  json(of: number): void {
    const [rows, out, end] = [this.#rows, this.#out, this.#end(of)];
    let to = this.#length;
    out[to++] = quote;
    for (let at = this.isNull(of) ? end : this.#begin(of); at < end; at += 1) {
      const byte = rows[at] ?? 0;
      if (byte === backslash) {
        const next = rows[++at] ?? 0;
        if (next === letterV) to = control(out, to, 11);
        else {
          out[to++] = backslash;
          out[to++] = next;
        }
      } else if (byte < space) to = control(out, to, byte);
      else {
        if (byte === quote) out[to++] = backslash;
        out[to++] = byte;
      }
    }
    out[to++] = quote;
    this.#length = to;
  }

  /**
   * Writes a text as a quoted CSV field, as `csvField` of the contract does.
   */
  csv(of: number): void {
    const [rows, out, begin, end] = [this.#rows, this.#out, this.#begin(of), this.#end(of)];
    let to = this.#length;
    out[to++] = quote;
    if (mayBeFormula[rows[begin] ?? 0] === 1 && this.#beginsLikeFormula(begin, end)) out[to++] = apostrophe;
    for (let at = this.isNull(of) ? end : begin; at < end; at += 1) {
      let byte = rows[at] ?? 0;
      if (byte === backslash) {
        const next = rows[++at] ?? 0;
        byte = escaped.get(next) ?? next;
      }
      if (byte === quote) out[to++] = quote;
      out[to++] = byte;
    }
    out[to++] = quote;
    this.#length = to;
  }

  /** As `beginsLikeFormula` of the contract, on the UTF-8 and the escapes of COPY. */
  #beginsLikeFormula(begin: number, end: number): boolean {
    const rows = this.#rows;
    for (let at = begin; at < end; at += 1) {
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

  #begin(of: number): number {
    return this.#begins[of] ?? 0;
  }

  #end(of: number): number {
    return (this.#begins[of + 1] ?? 0) - 1;
  }

  #byte(byte: number): void {
    this.#out[this.#length++] = byte;
  }

  #copy(begin: number, end: number): void {
    const [rows, out] = [this.#rows, this.#out];
    let to = this.#length;
    for (let at = begin; at < end; at += 1) out[to++] = rows[at] ?? 0;
    this.#length = to;
  }
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
