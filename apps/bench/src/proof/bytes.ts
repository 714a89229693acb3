import { defaultSettings, openEventServices, purgeOverdue } from '@goal/core';
import { openDatabase } from '@goal/db';
import type pg from 'pg';

import type { Result } from '../report.ts';
import { inWords } from '../statistics.ts';
import { sendEvents } from '../world/send.ts';
import { untilSealed, type ProofSide, type ProofWorld } from './world.ts';

const sent = 100_000;
const days = 20;
const goalBytes = 46;

/**
 * Measures the bytes that the log of an account takes for each event, and what of it stays after
 * retention has deleted events. Nothing is vacuumed in between but by PostgreSQL itself.
 */
export async function measureBytes({ openSide, random, progress }: ProofWorld): Promise<Result[]> {
  const side = await openSide('proof_bytes');
  try {
    const { plain, http, sites } = side;
    const empty = await bytesOf(plain);
    await sendEvents(http, sites, { random, events: sent, days, withAddress: 0 }, progress);
    await untilSealed(plain);
    const full = await bytesOf(plain);
    const { rows } = await plain.query<{ events: number }>('SELECT count(*)::int AS events FROM event');
    const stored = rows[0]?.events ?? 0;
    const purged = await purge(side);
    const after = await bytesOf(plain);
    const row = (what: string, bytes: number, told: string): Result => {
      const each = (bytes - empty) / stored;
      return { what, figures: `${each.toFixed(1)} bytes, ${told}`, ratios: [each], goal: { atMost: goalBytes } };
    };
    const told = `${inWords(stored)} events of ${days} days and ${sites.length} sites`;
    return [
      row('bytes an event of the log', full, told),
      row('bytes an event of the log, after a purge', after, `${inWords(purged)} events of ${inWords(stored)} purged`),
    ];
  } finally {
    await side.stop();
  }
}

/** Deletes by retention all events but those of the last day, and has the log told of it. */
async function purge({ url, plain, account }: ProofSide): Promise<number> {
  const db = openDatabase({ url, name: 'goal (bench, purge)' });
  const services = await openEventServices(db);
  try {
    await plain.query('UPDATE site SET retention_days = 1');
    const pass = await purgeOverdue({ db, settings: defaultSettings }, { share: 1 });
    if ('hold' in pass) throw new Error('retention is held');
    await services.log.seal(account.rowId, { withPurges: true });
    return pass.events;
  } finally {
    await services.close();
    await db.close();
  }
}

/** Bytes of the logs with their indexes. */
async function bytesOf(plain: pg.Pool): Promise<number> {
  const { rows } = await plain.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
      WHERE relkind = 'r' AND relname LIKE 'log\\_%' AND relname <> 'log_key'`,
  );
  return rows[0]?.bytes ?? 0;
}
