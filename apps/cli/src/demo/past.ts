import { inTransaction, type Core } from '@goal/core';

import type { DemoAccount } from './demo-account.ts';
import { demoDays } from './send.ts';

/**
 * Moves the creation times of everything the demo made to before the story, once, keeping their
 * order. The recorded actions keep the true times.
 */
export async function backdateCreation(core: Core, demo: DemoAccount): Promise<void> {
  const ids = [demo.caller.account, ...demo.groups, ...demo.sites].map(({ id }) => id);
  for (const table of ['account', 'site_group', 'site'])
    await core.db.work.query(
      `UPDATE ${table} SET created_at = created_at - $1::int * interval '1 day'
       WHERE id = ANY($2::uuid[]) AND created_at > clock_timestamp() - $1::int * interval '1 day'`,
      [demoDays + 1, ids],
    );
}

/**
 * Sends events, and counts those of the past as if they had arrived on the days they happened.
 * Otherwise everything that is derived from arrivals (busiest sites, silent sites, events per day)
 * would show them all on one day. Counts in one transaction that takes its locks in the order of a
 * commit of events (docs/decisions/010-event-store.md). Moves nothing if midnight has passed since
 * the events were stored.
 */
export async function backdateArrivals<T>(core: Core, demo: DemoAccount, send: () => Promise<T>): Promise<T> {
  const [before] = (await core.db.work.query<{ at: Date; nextId: number }>(stateBefore)).rows;
  const sent = await send();
  const sites = demo.sites.map(({ rowId }) => rowId);
  await inTransaction(core.db.work, async (session) => {
    await session.query(collectMoves, [demo.caller.account.rowId, sites, before?.nextId, before?.at]);
    await session.query(applyMoves('accepted_day', ''));
    await session.query(applyMoves('accepted', 'site, '));
  });
  return sent;
}

/** A moment by the database's clock, and the lowest id that a later event can have. */
const stateBefore = `
  SELECT clock_timestamp() AS at, (SELECT (last_value + is_called::int) * 1024 FROM event_block) AS "nextId"`;

/** The number of events and bytes to move from today to each earlier day. */
const collectMoves = `
  CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
  SELECT e.account, e.site, e.day, a.day AS today, e.events, e.events * a.bytes / a.events AS bytes
  FROM (SELECT account, site, (occurred_at AT TIME ZONE 'UTC')::date AS day, count(*) AS events FROM event
    WHERE account = $1 AND site = ANY($2::int[]) AND id >= $3 GROUP BY 1, 2, 3) e
  JOIN accepted a ON a.account = e.account AND a.site = e.site AND a.day = ($4::timestamptz AT TIME ZONE 'UTC')::date
  WHERE e.day < a.day AND a.day = (now() AT TIME ZONE 'UTC')::date`;

/** `site` is the part of the table's key between account and day. */
const applyMoves = (table: string, site: string): string => `
  INSERT INTO ${table} AS a (account, ${site}day, events, bytes)
  SELECT account, ${site}day, sum(events)::bigint, sum(bytes)::bigint
  FROM (SELECT account, ${site}day, events, bytes FROM moved UNION ALL SELECT account, ${site}today, -events, -bytes FROM moved) m
  GROUP BY account, ${site}day ORDER BY account, ${site}day
  ON CONFLICT (account, ${site}day) DO UPDATE SET events = a.events + excluded.events, bytes = a.bytes + excluded.bytes`;
