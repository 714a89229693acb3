import type { Core } from '@goal/core';

import { ownIds, type DemoAccount } from './demo-account.ts';
import { demoDays } from './send.ts';

/** A moment by the database's clock, and the lowest id that a later event can have. */
export type StateBefore = { at: Date; nextEventId: number };

/** The state before a run adds to it. */
export async function stateBefore(core: Core): Promise<StateBefore> {
  const { rows } = await core.db.work.query<StateBefore>(
    `SELECT date_trunc('milliseconds', clock_timestamp()) AS at, (SELECT (last_value + is_called::int) * 1024 FROM event_block) AS "nextEventId"`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no clock');
  return row;
}

/**
 * Moves the creation times of everything this run made to before the story, keeping their order.
 * The recorded actions keep the true times.
 */
export async function backdateCreation(core: Core, { caller }: DemoAccount, { at }: StateBefore): Promise<void> {
  const own = await ownIds(core, caller);
  const backdate = (table: string, accountColumn: string, ids: readonly string[]): Promise<unknown> =>
    core.db.work.query(
      `UPDATE ${table} SET created_at = created_at - $3::int * interval '1 day' WHERE ${accountColumn} = $1 AND created_at >= $2 AND id = ANY($4::uuid[])`,
      [caller.account.rowId, at, demoDays + 1, ids],
    );
  await backdate('account', 'no', [caller.account.id]);
  await backdate('site_group', 'account_no', [...own.groups.values()]);
  await backdate('site', 'account_no', [...own.sites]);
}

/**
 * Counts the run's past events as if they had arrived on the days they happened. Otherwise
 * everything that is derived from arrivals (busiest sites, silent sites, events per day) would show
 * them all on one day. Runs in one transaction that takes its locks in the order of a commit of
 * events (docs/decisions/010-event-store.md). Moves nothing if midnight has passed since the
 * events were stored.
 */
export async function backdateArrivals(
  core: Core,
  { caller, sites }: DemoAccount,
  { at, nextEventId }: StateBefore,
): Promise<void> {
  const client = await core.db.work.connect();
  try {
    await client.query('BEGIN');
    await client.query(collectMoves, [caller.account.rowId, sites.map(({ rowId }) => rowId), nextEventId, at]);
    await client.query(applyMoves('accepted_day', ''));
    await client.query(applyMoves('accepted', 'site, '));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

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
