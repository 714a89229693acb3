import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** As much as is worth a write. */
const chunkBytes = 256 * 1024;

/** Stores lines of COPY's text form, each with its line end. `into`: the table with its columns, and options behind them. */
export async function copyLines(client: pg.ClientBase, into: string, lines: Iterable<string>): Promise<void> {
  const [table, options = ''] = into.split(' WITH ');
  const text = `COPY ${table} FROM STDIN ${options === '' ? '' : `WITH ${options}`}`;
  await pipeline(Readable.from(chunksOf(lines)), client.query(copyFrom(text)));
}

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkBytes) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

/** A line of COPY's text form. The texts of the bench hold nothing that would have to be escaped but the backslash of a bytea. */
export function lineOf(...values: readonly (string | number | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'))).join('\t')}\n`;
}
