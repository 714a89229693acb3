import type { Core } from '@goal/core';

import { ownIds, type DemoAccount } from './demo-account.ts';
import { demoDays } from './send.ts';

/** A moment by the database's clock, and the least number that an event of later can have. */
export type Before = { at: Date; nextEvent: number };

/** What is there before a run adds to it. */
export async function before(core: Core): Promise<Before> {
  const { rows } = await core.db.work.query<Before>(
    `SELECT date_trunc('milliseconds', clock_timestamp()) AS at, (SELECT (last_value + is_called::int) * 1024 FROM event_block) AS "nextEvent"`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no clock');
  return row;
}

/** What the run has made began before its story does, in the order in which it was made. Its record keeps the true times. */
export async function backdateBeginnings(core: Core, { caller }: DemoAccount, { at }: Before): Promise<void> {
  const own = await ownIds(core, caller);
  const earlier = (table: string, which: string, ids: readonly string[]): Promise<unknown> =>
    core.db.work.query(
      `UPDATE ${table} SET created_at = created_at - $3::int * interval '1 day' WHERE ${which} = $1 AND created_at >= $2 AND id = ANY($4::uuid[])`,
      [caller.account.rowId, at, demoDays + 1, ids],
    );
  await earlier('account', 'no', [caller.account.id]);
  await earlier('site_group', 'account_no', [...own.groups.values()]);
  await earlier('site', 'account_no', [...own.sites]);
}

/**
 * The events of the run that happened on earlier days are counted as if they had arrived then: what is drawn from arrivals (the busiest sites, those
 * that have gone silent, events a day) would show one day with everything otherwise. In one transaction, with the locks in the order of a commit
 * of events (docs/decisions/015-day-counters.md). Where midnight has passed meanwhile nothing is moved.
 */
export async function backdateArrivals(
  core: Core,
  { caller, sites }: DemoAccount,
  { at, nextEvent }: Before,
): Promise<void> {
  const client = await core.db.work.connect();
  try {
    await client.query('BEGIN');
    await client.query(moves, [caller.account.rowId, sites.map(({ rowId }) => rowId), nextEvent, at]);
    await client.query(moveIn('accepted_day', ''));
    await client.query(moveIn('accepted', 'site, '));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** How many events, and with how many bytes, go from today to another day. */
const moves = `
  CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
  SELECT e.account, e.site, e.day, a.day AS today, e.events, e.events * a.bytes / a.events AS bytes
  FROM (SELECT account, site, (occurred_at AT TIME ZONE 'UTC')::date AS day, count(*) AS events FROM event
    WHERE account = $1 AND site = ANY($2::int[]) AND id >= $3 GROUP BY 1, 2, 3) e
  JOIN accepted a ON a.account = e.account AND a.site = e.site AND a.day = ($4::timestamptz AT TIME ZONE 'UTC')::date
  WHERE e.day < a.day AND a.day = (now() AT TIME ZONE 'UTC')::date`;

/** `site` is the part of the key between account and day. */
const moveIn = (table: string, site: string): string => `
  INSERT INTO ${table} AS a (account, ${site}day, events, bytes)
  SELECT account, ${site}day, sum(events)::bigint, sum(bytes)::bigint
  FROM (SELECT account, ${site}day, events, bytes FROM moved UNION ALL SELECT account, ${site}today, -events, -bytes FROM moved) m
  GROUP BY account, ${site}day ORDER BY account, ${site}day
  ON CONFLICT (account, ${site}day) DO UPDATE SET events = a.events + excluded.events, bytes = a.bytes + excluded.bytes`;
