import { defaultSettings, openEventServices, purgeOverdue } from '@goal/core';
import { openDatabase } from '@goal/db';
import type pg from 'pg';

import type { Result } from '../report.ts';
import { sendEvents } from '../world/send.ts';
import { untilSealed } from './sealed.ts';
import { inWords, type ProofSide, type ProofWorld } from './world.ts';

const sent = 100_000;
const days = 20;
const goalBytes = 46;

/** Bytes of the events and of the logs, with their indexes. */
type Sizes = { events: number; logs: number };

/**
 * Measures the bytes that the log of an account takes for each event, beside those of the events
 * themselves, and what of it stays after retention has deleted events. Nothing is vacuumed in
 * between but by PostgreSQL itself.
 */
export async function measureBytes(world: ProofWorld): Promise<Result[]> {
  const side = await world.openSide('proof_bytes');
  try {
    const { plain } = side;
    const empty = await sizesOf(plain);
    await sendEvents(
      side.http,
      side.sites,
      { random: world.random, events: sent, days, withAddress: 0 },
      world.progress,
    );
    await untilSealed(plain);
    const full = await sizesOf(plain);
    const stored = await countOf(plain);
    const purged = await purge(side);
    const after = await sizesOf(plain);
    const each = (bytes: number): number => bytes / stored;
    const logBytes = each(full.logs - empty.logs);
    const eventBytes = each(full.events - empty.events);
    const bytesAfter = each(after.logs - empty.logs);
    return [
      {
        what: 'bytes an event of the log',
        figures: `${logBytes.toFixed(1)} bytes, ${inWords(stored)} of ${days} days and ${side.sites.length} sites`,
        ratios: [logBytes],
        goal: { atMost: goalBytes },
      },
      {
        what: 'bytes an event of the log, after a purge',
        figures: `${bytesAfter.toFixed(1)} bytes, ${inWords(purged)} of ${stored.toLocaleString('en')} purged`,
        ratios: [bytesAfter],
        goal: { atMost: goalBytes },
      },
      {
        what: 'bytes an event with the log ÷ without',
        figures: `${(eventBytes + logBytes).toFixed(0)} ÷ ${eventBytes.toFixed(0)} bytes`,
        ratios: [(eventBytes + logBytes) / eventBytes],
      },
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

async function sizesOf(plain: pg.Pool): Promise<Sizes> {
  const { rows } = await plain.query<Sizes>(
    `SELECT pg_total_relation_size('event')::float8 AS events, (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class
      WHERE relkind = 'r' AND relname LIKE 'log\\_%' AND relname <> 'log_key') AS logs`,
  );
  const [sizes] = rows;
  if (sizes === undefined) throw new Error('a query of sizes returned no row');
  return sizes;
}

async function countOf(plain: pg.Pool): Promise<number> {
  const { rows } = await plain.query<{ events: number }>('SELECT count(*)::int AS events FROM event');
  return rows[0]?.events ?? 0;
}
