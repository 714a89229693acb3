import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Database } from './database.ts';
import { rows } from './rows.ts';
import { freshDatabase, openPatientDatabase } from './testing/index.ts';

let db: Database;
let fresh: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openPatientDatabase({ url: fresh.url });
});
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

it.each(['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Europe/Berlin'])(
  'R§2.7 a time is read as the wire has it, whatever its fraction, in a session of %s',
  async (zone) => {
    const times = [
      '2000-01-01T00:00:00.000Z',
      '2026-07-31T23:59:59.999Z',
      '2026-01-31T12:00:00.500Z',
      '2026-01-31T12:00:00.050Z',
      '2026-01-31T12:00:00.120Z',
    ];
    const client = await db.work.connect();
    try {
      await client.query(`set time zone '${zone}'`);
      const text = 'select time from unnest($1::timestamptz[]) time';
      expect(await rows<[string]>(client, { name: 'times', text, values: [times] })).toEqual(
        times.map((time) => [time]),
      );
    } finally {
      client.release(true);
    }
  },
);
