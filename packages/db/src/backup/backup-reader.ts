import { createHash, type Hash } from 'node:crypto';

import { altered, BackupError, cutOff, noBackup } from './backup-error.ts';
import {
  readEndNote,
  readHeader,
  readRowsNote,
  readTableNote,
  type EndNote,
  type Header,
  type RowsNote,
  type TableNote,
} from './notes.ts';

const lineMaxBytes = 1 << 20;
const lineFeed = 0x0a;
/** The end of a table's rows, including the line feed of the line before. */
const rowsEnd = Buffer.from('\n\\.\n');

/**
 * Reads a backup once, from the first byte to the last, in bounded memory. Throws a `BackupError`
 * for anything that differs from what was written.
 */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #lines: Hash = createHash('sha256');
  #buffer: Buffer = Buffer.alloc(0);
  #isBegun = false;
  #read = { tables: 0, rows: 0 };
  #where = 'before its first line does';

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async header(): Promise<Header> {
    let text: string;
    try {
      text = await this.#line();
    } catch (error) {
      if (error instanceof BackupError && this.#isBegun) throw noBackup();
      throw error;
    }
    const header = readHeader(text);
    this.#take(text);
    return header;
  }

  /** The next table, whose `rows` must be read to their end. Undefined at the valid last line. */
  async table(): Promise<{ note: TableNote; rows: AsyncGenerator<Buffer, RowsNote> } | undefined> {
    this.#where = 'between two tables';
    const text = await this.#line();
    const note = readTableNote(text);
    if (note !== undefined) {
      this.#take(text);
      return { note, rows: this.#rows(note.table) };
    }
    const end = readEndNote(text);
    if (end === undefined) throw altered('a line between two tables is not what was written');
    await this.#judgeEnd(end);
    return undefined;
  }

  async #judgeEnd({ sha256, tables, rows }: EndNote): Promise<void> {
    const isSame = tables === this.#read.tables && rows === this.#read.rows;
    if (!isSame || sha256 !== this.#lines.digest('hex')) throw altered('its lines are not what their checksum says');
    if (this.#buffer.length > 0 || (await this.#more())) throw altered('there is something behind its end');
  }

  /** Yields the bytes of the rows and returns their note. Throws if the checksum differs. */
  async *#rows(table: string): AsyncGenerator<Buffer, RowsNote> {
    this.#where = `in the table ${table}`;
    const hash = createHash('sha256');
    // Start with the line feed of the line before, so that the end of an empty table looks like any
    // other.
    this.#buffer = Buffer.concat([rowsEnd.subarray(0, 1), this.#buffer]);
    let isFirst = true;
    for (let at = -1; at < 0;) {
      at = this.#buffer.indexOf(rowsEnd);
      // If the end is not in the buffer, its first bytes may be.
      const length = at < 0 ? Math.max(0, this.#buffer.length - rowsEnd.length + 1) : at + 1;
      const piece = this.#buffer.subarray(isFirst ? 1 : 0, length);
      if (length > 0) isFirst = false;
      this.#buffer = this.#buffer.subarray(at < 0 ? length : at + rowsEnd.length);
      if (piece.length > 0) {
        hash.update(piece);
        yield piece;
      }
      if (at < 0 && !(await this.#more())) throw cutOff(this.#where);
    }
    const text = await this.#line();
    const note = readRowsNote(text);
    if (note === undefined || note.sha256 !== hash.digest('hex'))
      throw altered(`the rows of the table ${table} are not what their checksum says`);
    this.#take(text);
    this.#read.tables += 1;
    this.#read.rows += note.rows;
    return note;
  }

  #take(line: string): void {
    this.#lines.update(`${line}\n`);
  }

  /** The next line, without its line feed. */
  async #line(): Promise<string> {
    let end = this.#buffer.indexOf(lineFeed);
    while (end < 0) {
      if (this.#buffer.length > lineMaxBytes) throw altered(`a line is longer than any that was written`);
      if (!(await this.#more())) throw cutOff(this.#where);
      end = this.#buffer.indexOf(lineFeed);
    }
    const line = this.#buffer.toString('utf8', 0, end);
    this.#buffer = this.#buffer.subarray(end + 1);
    return line;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#isBegun = true;
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
    return true;
  }
}
