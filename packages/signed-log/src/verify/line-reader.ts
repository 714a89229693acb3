import type { RunningHash } from '../running-hash.ts';
import { NotReadable } from './verdict.ts';

const newline = 0x0a;
/** Longer lines no bundle has: a note of 500 numbers, a message of 8,192 code points. */
const lineMaxBytes = 1_048_576;

/**
 * Splits a file at the byte 0x0A and nowhere else, with memory for one line, and keeps the sum of
 * what stands before the line that is being read.
 */
export class LineReader {
  readonly #running: RunningHash;
  #data: Uint8Array = new Uint8Array(0);
  #lineAt = 0;
  #summedTo = 0;
  #lines = 0;

  constructor(running: RunningHash) {
    this.#running = running;
  }

  /** The lines in front of the one that is being read. */
  get linesBefore(): number {
    return this.#lines;
  }

  /** The hex SHA-256 of all bytes in front of the line that is being read. */
  sumBefore(): string {
    this.#sumTo(this.#lineAt);
    return this.#running.hexSoFar();
  }

  /** Whether bytes are left that no newline ended. */
  get hasRest(): boolean {
    return this.#data.length > 0;
  }

  /** Hands on each line, valid until the next call. Throws `NotReadable` for a long one. */
  async read(chunk: Uint8Array, onLine: (line: Uint8Array) => Promise<void> | undefined): Promise<void> {
    this.#data = joined(this.#data, chunk);
    this.#lineAt = 0;
    this.#summedTo = 0;
    for (let end = this.#data.indexOf(newline); end >= 0; end = this.#data.indexOf(newline, this.#lineAt)) {
      const working = onLine(this.#data.subarray(this.#lineAt, end));
      if (working !== undefined) await working;
      this.#lines++;
      this.#lineAt = end + 1;
    }
    if (this.#data.length - this.#lineAt > lineMaxBytes)
      throw new NotReadable(`line ${this.#lines + 1} is longer than ${lineMaxBytes} bytes`);
    this.#sumTo(this.#lineAt);
    this.#data = this.#data.slice(this.#lineAt);
    this.#lineAt = 0;
  }

  #sumTo(end: number): void {
    if (end > this.#summedTo) this.#running.update(this.#data.subarray(this.#summedTo, end));
    this.#summedTo = Math.max(end, this.#summedTo);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
