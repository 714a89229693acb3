import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { ownIds } from '../world/tidy.ts';

/** A number above every event id that the service has assigned. */
export async function newestId(plain: pg.Pool): Promise<number> {
  const { rows } = await plain.query<{ id: string }>('SELECT (last_value + 1) * 1024 AS id FROM event_block');
  return Number(rows[0]?.id);
}

/**
 * The columns of `event`, and expressions that copy a row as another event: with an id of the
 * bench's own and a new uuid.
 */
async function copyExpressions(plain: pg.Pool): Promise<{ columns: string; values: string }> {
  const { rows } = await plain.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'event'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );
  const changed: Readonly<Record<string, string>> = { id: `e.id + ${ownIds}`, event_uuid: 'gen_random_uuid()' };
  return {
    columns: rows.map(({ name }) => name).join(', '),
    values: rows.map(({ name }) => changed[name] ?? `e.${name}`).join(', '),
  };
}

/**
 * Events that the service stored since, account by account, because no other index can find them.
 */
const stored = (above: number): string =>
  `(SELECT no FROM account ORDER BY no) a CROSS JOIN LATERAL (SELECT * FROM event e WHERE e.account = a.no AND e.id > ${above} AND e.id < ${ownIds} ORDER BY e.id) e`;

/**
 * Copies of the events that the service stored since, as COPY text, split by statement over
 * `connections`.
 */
export async function copyOut(plain: pg.Pool, above: number, connections: number): Promise<Buffer[]> {
  const { values } = await copyExpressions(plain);
  const client = await plain.connect();
  try {
    const parts: Buffer[] = [];
    for (let index = 0; index < connections; index += 1) {
      const select = `SELECT ${values} FROM ${stored(above)} WHERE e.id / 1024 % ${connections} = ${index} ORDER BY e.id`;
      const chunks: Buffer[] = [];
      for await (const chunk of client.query(copyTo(`COPY (${select}) TO STDOUT`))) chunks.push(chunk as Buffer); // COPY streams only bytes
      parts.push(Buffer.concat(chunks));
    }
    return parts;
  } finally {
    client.release();
  }
}

/** A query of all columns that an export has, in its order. */
export const exportedColumns = (account: number): string =>
  `SELECT id, occurred_at, code, severity, object, event_type, user_id, username, message, site, received_at
    FROM event WHERE account = ${account} ORDER BY occurred_at DESC, id DESC`;

/**
 * Stores the texts in the same table, each over its own connection; resolves once all are durable.
 */
export async function copyIn(plain: pg.Pool, parts: readonly Buffer[]): Promise<void> {
  const { columns } = await copyExpressions(plain);
  await Promise.all(
    parts.map(async (part) => {
      const client = await plain.connect();
      try {
        await pipeline(Readable.from(slices(part)), client.query(copyFrom(`COPY event (${columns}) FROM STDIN`)));
      } finally {
        client.release();
      }
    }),
  );
}

/**
 * Copies of the events that the service stored since, as rows, and the statement that inserts one.
 */
export async function rowsSince(plain: pg.Pool, above: number): Promise<{ insert: string; rows: unknown[][] }> {
  const { columns, values } = await copyExpressions(plain);
  const { rows, fields } = await plain.query<unknown[]>({
    text: `SELECT ${values} FROM ${stored(above)}`,
    rowMode: 'array',
  });
  const parameters = fields.map((_, index) => `$${index + 1}`).join(', ');
  return { insert: `INSERT INTO event (${columns}) VALUES (${parameters})`, rows };
}

function* slices(bytes: Buffer): Generator<Buffer> {
  const size = 64 * 1024;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
