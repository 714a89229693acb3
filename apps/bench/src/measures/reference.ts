import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** `event` again, with its indexes and its rows: where the limits are measured. Made anew. */
export async function referenceTable(plain: pg.Pool): Promise<void> {
  await plain.query('DROP TABLE IF EXISTS event_reference');
  await plain.query('CREATE TABLE event_reference (LIKE event INCLUDING ALL)');
  await plain.query('INSERT INTO event_reference SELECT * FROM event');
  await plain.query('ANALYZE event, event_reference');
}

export async function newestId(plain: pg.Pool): Promise<number> {
  const { rows } = await plain.query<{ id: string | null }>('SELECT max(id) AS id FROM event');
  return Number(rows[0]?.id ?? 0);
}

/** The rows above an id as COPY's text, dealt out statement by statement to so many connections. */
export async function copyOut(plain: pg.Pool, above: number, connections: number): Promise<Buffer[]> {
  const client = await plain.connect();
  try {
    const parts: Buffer[] = [];
    for (let place = 0; place < connections; place += 1) {
      const select = `SELECT * FROM event WHERE id > ${above} AND id / 1024 % ${connections} = ${place} ORDER BY id`;
      const chunks: Buffer[] = [];
      for await (const chunk of client.query(copyTo(`COPY (${select}) TO STDOUT`))) chunks.push(chunk as Buffer); // a stream of bytes
      parts.push(Buffer.concat(chunks));
    }
    return parts;
  } finally {
    client.release();
  }
}

/** Stores the texts in the reference table, each over a connection of its own, and returns when all are durable. */
export async function copyIn(plain: pg.Pool, parts: readonly Buffer[]): Promise<void> {
  await Promise.all(
    parts.map(async (part) => {
      const client = await plain.connect();
      try {
        await pipeline(Readable.from(slices(part)), client.query(copyFrom('COPY event_reference FROM STDIN')));
      } finally {
        client.release();
      }
    }),
  );
}

function* slices(bytes: Buffer): Generator<Buffer> {
  const size = 64 * 1024;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
