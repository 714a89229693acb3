import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Large enough to be worth a write. */
const chunkBytes = 256 * 1024;

/**
 * Stores COPY lines, each with its line end. `into` is the table with its columns, and options
 * after « WITH ».
 */
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

/** Formats a COPY line. In the texts of the bench only the backslash of a bytea needs escaping. */
export function lineOf(...values: readonly (string | number | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'))).join('\t')}\n`;
}
