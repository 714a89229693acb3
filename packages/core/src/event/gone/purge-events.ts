import { rows, timestamp, type Queryable } from '@goal/db';

import type { Db } from '../../ground/db.ts';

export type PurgeOrder = {
  account: number;
  site: number;
  /**
   * Milliseconds since 1970. Deletes only events that occurred before; without it, all events.
   */
  olderThan?: number | undefined;
  /** Maximum number of events deleted per call; 5,000 if omitted. */
  limit?: number | undefined;
  /** `Purged.reached` of the batch before: this one deletes nothing older. */
  reached?: string | undefined;
};

export type Purged = {
  deleted: number;
  /** The newest deleted event: the next batch would else pass by all that is not yet vacuumed. */
  reached: string | undefined;
};

// Both parts of the delete name the account, so the statement runs on one machine when accounts are
// spread over several (docs/scale.md). They are joined, not filtered by an array of ctids: fetching
// one ctid is cheaper than any index, so the planner never scans the whole account.
export const purgeText = `with deleted as (
    delete from event using (
      select ctid as place from event where account = $1 and (site, occurred_at, id) >= ($2::int, $6::timestamptz, 0)
        and (site, occurred_at, id) < ($2::int, $3::timestamptz, $4::bigint)
      order by site, occurred_at, id limit $5) oldest
    where event.account = $1 and event.ctid = oldest.place
    returning date_bin('1 day', occurred_at, '1970-01-01Z') as midnight, severity, occurred_at),
  counted as materialized (
    select midnight, severity, count(*) as n, max(occurred_at) as newest from deleted group by midnight, severity),
  per_day as materialized (
    select (midnight at time zone 'utc')::date as day, severity, n, newest from counted order by midnight, severity),
  site_counter as (insert into kept as k (account, site, day, severity, n)
    select $1, $2::int, day, severity, -n from per_day
    on conflict (account, site, day, severity) do update set n = k.n + excluded.n),
  account_counter as (insert into kept_day as k (account, day, severity, n)
    select $1, day, severity, -n from per_day
    on conflict (account, day, severity) do update set n = k.n + excluded.n)
  select coalesce(sum(n), 0)::bigint, max(newest)::text from per_day`;

/**
 * Deletes a site's oldest events and reduces the `kept` counters by as many, in one statement
 * (rulings §9.2, §5.6). It deletes fewer than `limit` when none are left, or when a concurrent
 * purge deletes some of them.
 */
export async function purgeEvents({ db }: Db, order: PurgeOrder): Promise<Purged> {
  return await purgeWith(db.pages, order);
}

/** Does the same within the caller's transaction, on a session of the pool for pages. */
export async function purgeWith(
  on: Queryable,
  { account, site, olderThan = Infinity, limit = 5000, reached = '-infinity' }: PurgeOrder,
): Promise<Purged> {
  // Without `olderThan` the range includes events at infinity.
  const lastId = olderThan === Infinity ? Number.MAX_SAFE_INTEGER : 0;
  const values = [account, site, timestamp(olderThan), lastId, limit, reached];
  const [row] = await rows<[number, string | null]>(on, { name: 'purge', text: purgeText, values });
  return { deleted: row?.[0] ?? 0, reached: row?.[1] ?? undefined };
}
