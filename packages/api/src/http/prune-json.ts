import { DomainError } from '@goal/contract';

/** The fields to keep of an object; one may be a list of objects with the same fields. */
export type KeptFields = {
  names: ReadonlySet<string>;
  /** The most items of a list to keep. */
  items: number;
};

const byte = (text: string): number => text.charCodeAt(0);
const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map(byte);
const [openObject, closeObject, openList, closeList] = ['{', '}', '[', ']'].map(byte);
const [minus, plus, dot, zero, nine, letterE, capitalE, letterU] = ['-', '+', '.', '0', '9', 'e', 'E', 'u'].map(byte);
const blanks = new Set([' ', '\t', '\n', '\r'].map(byte));
const escapes = new Set([...'"\\/bfnrt'].map(byte));
const words = ['true', 'false', 'null'].map((word) => Buffer.from(word));
/** Bytes of the longest name to keep, in quotes and with every letter written as an escape. */
const nameMaxBytes = 6 * 32 + 2;

/**
 * Removes the parts of a JSON text that cannot matter: other fields, values nested too deep, items
 * beyond the number to keep. `JSON.parse` spends seconds and hundreds of megabytes on 4 MiB of
 * brackets; this reads each byte once and leaves a text that is cheap to parse. A syntax error is
 * refused anywhere, in removed parts too. Throws `invalid_json`.
 */
export function pruneJson(bytes: Buffer, kept: KeptFields): Buffer {
  return new JsonPruner(bytes, kept).run();
}

/**
 * A reader of JSON that copies the kept parts. `#from` is the start of a kept part that is not
 * copied yet; while a part is being removed it is undefined, and `#end` tells where the removal
 * ends: with the container at that depth, or, half a level deeper, with the value at hand.
 */
class JsonPruner {
  #at = 0;
  /** By depth: 1 for an open object, 0 for an open list. */
  readonly #open: Uint8Array;
  #depth = 0;
  #items = 0;
  readonly #kept: Buffer;
  #length = 0;
  #from: number | undefined = 0;
  #end = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly kept: KeptFields,
  ) {
    this.#open = new Uint8Array(bytes.length + 1);
    // A replacement is never longer than the text that it replaces.
    this.#kept = Buffer.allocUnsafe(bytes.length);
  }

  run(): Buffer {
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.#at = 3;
    for (;;) {
      this.#beginValue();
      if (!this.#value()) continue;
      if (!this.#afterValue()) break;
    }
    this.#keepUntil(this.bytes.length);
    return this.#kept.subarray(0, this.#length);
  }

  /** Removes an item beyond the number to keep. */
  #beginValue(): void {
    this.#blanks();
    if (this.#from === undefined || this.#depth !== 2 || this.#open[2] === 1) return;
    this.#items += 1;
    if (this.#items > this.kept.items) this.#remove('0');
  }

  /** Reads a scalar or opens a container. Returns true at the end of the value. */
  #value(): boolean {
    const first = this.bytes[this.#at];
    if (first === openObject || first === openList) return this.#openContainer(first === openObject);
    if (first === quote) this.#text();
    else if (first === minus || isDigit(first)) this.#number();
    else this.#word();
    return true;
  }

  #openContainer(isObject: boolean): boolean {
    this.#at += 1;
    this.#depth += 1;
    this.#open[this.#depth] = isObject ? 1 : 0;
    const isKept = this.#depth === 2 ? !isObject : this.#depth <= 3 && isObject;
    if (this.#depth === 2) this.#items = 0;
    if (!isKept && this.#from !== undefined) {
      this.#remove('');
      this.#end = this.#depth;
    }
    this.#blanks();
    if (this.bytes[this.#at] === (isObject ? closeObject : closeList)) {
      this.#close();
      return true;
    }
    if (isObject) this.#name();
    return false;
  }

  #close(): void {
    if (this.#from === undefined && this.#end === this.#depth) this.#from = this.#at;
    this.#at += 1;
    this.#depth -= 1;
  }

  /** Moves on to the next value. Returns false at the end of the text. */
  #afterValue(): boolean {
    for (;;) {
      // A removed field or item ends with its value.
      if (this.#from === undefined && this.#end === this.#depth + 0.5) this.#from = this.#at;
      this.#blanks();
      if (this.#depth === 0) {
        if (this.#at < this.bytes.length) throw invalid();
        return false;
      }
      const isObject = this.#open[this.#depth] === 1;
      const next = this.bytes[this.#at];
      if (next === comma) {
        this.#at += 1;
        if (isObject) this.#name();
        return true;
      }
      if (next !== (isObject ? closeObject : closeList)) throw invalid();
      this.#close();
    }
  }

  /** Reads a field's name and its colon. */
  #name(): void {
    this.#blanks();
    const start = this.#at;
    if (this.bytes[start] !== quote) throw invalid();
    this.#text();
    if (this.#from !== undefined && !this.#isNamed(start)) this.#remove('"":0', start);
    this.#blanks();
    if (this.bytes[this.#at] !== colon) throw invalid();
    this.#at += 1;
  }

  #isNamed(start: number): boolean {
    if (this.#at - start > nameMaxBytes) return false;
    const raw = this.bytes.toString('latin1', start, this.#at);
    return this.kept.names.has(raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1));
  }

  /** Replaces the text from `start` to the end of the value at this depth with `instead`. */
  #remove(instead: string, start = this.#at): void {
    this.#keepUntil(start);
    this.#from = undefined;
    this.#end = this.#depth + 0.5;
    this.#length += this.#kept.write(instead, this.#length, 'latin1');
  }

  #keepUntil(end: number): void {
    if (this.#from !== undefined) this.#length += this.bytes.copy(this.#kept, this.#length, this.#from, end);
  }

  #blanks(): void {
    while (blanks.has(this.bytes[this.#at] ?? 0)) this.#at += 1;
  }

  #text(): void {
    for (let at = this.#at + 1; ; at += 1) {
      const one = this.bytes[at];
      if (one === undefined || one < 0x20) throw invalid();
      if (one === quote) {
        this.#at = at + 1;
        return;
      }
      if (one !== backslash) continue;
      at += 1;
      const escaped = this.bytes[at] ?? 0;
      if (escapes.has(escaped)) continue;
      if (escaped !== letterU || !/^[0-9a-fA-F]{4}$/.test(this.bytes.toString('latin1', at + 1, at + 5)))
        throw invalid();
      at += 4;
    }
  }

  #number(): void {
    if (this.bytes[this.#at] === minus) this.#at += 1;
    if (this.bytes[this.#at] === zero) this.#at += 1;
    else this.#digits();
    if (this.bytes[this.#at] === dot) {
      this.#at += 1;
      this.#digits();
    }
    const exponent = this.bytes[this.#at];
    if (exponent !== letterE && exponent !== capitalE) return;
    this.#at += 1;
    const sign = this.bytes[this.#at];
    if (sign === plus || sign === minus) this.#at += 1;
    this.#digits();
  }

  #digits(): void {
    if (!isDigit(this.bytes[this.#at])) throw invalid();
    while (isDigit(this.bytes[this.#at])) this.#at += 1;
  }

  #word(): void {
    const found = words.find((word) => word.equals(this.bytes.subarray(this.#at, this.#at + word.length)));
    if (found === undefined) throw invalid();
    this.#at += found.length;
  }
}

function isDigit(one: number | undefined): boolean {
  return one !== undefined && zero !== undefined && nine !== undefined && one >= zero && one <= nine;
}

function invalid(): DomainError {
  return new DomainError('invalid_json');
}
