import type { InspectedSiteRow } from '@goal/contract';
import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { today } from '../ground/counters.ts';

type Shown = Omit<InspectedSiteRow, 'created_at' | 'last_accepted_at'>;
/** A site as operators see it, with its arrivals and its position in a list. */
export type InspectedRow = Shown & {
  rowId: number;
  keep_ip: boolean;
  created_at: Date;
  last_accepted_at: Date | null;
  last_refused_at: Date | null;
  last_refusal: string | null;
};

/** The days over which `events_per_day` is the mean: 30, or the life of a younger `site`. */
const days = (site: string): string =>
  `least(30, greatest(1, ${today} - (${site}.created_at AT TIME ZONE 'UTC')::date + 1))`;

/**
 * Reads the sites of the account that `selected` selects from the table `site`: at most a page,
 * newest first. Arrivals are read for these sites alone, from counters: events a day over the last
 * 30 UTC days, or over the life of a younger site.
 */
export async function readInspectedSites(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  { selected, values }: { selected: string; values: unknown[] },
): Promise<InspectedRow[]> {
  await core.events.arrivals.flushIfPossible();
  const { rows: found } = await core.db.work.query<Omit<InspectedRow, 'events_per_day'> & Aged>(
    `SELECT s.no AS "rowId", s.id::text, s.domain, s.site_url, s.name, s.status, s.retention_days, s.created_at, s.rate_limit_rps, s.keep_ip, a.id::text AS account_id,
       (SELECT count(*) FROM site_key k WHERE k.site_no = s.no AND k.revoked_at IS NULL) AS active_token_count,
       g.id::text AS group_id, g.name AS group_name, r.last_accepted_at, r.last_refused_at, r.last_refusal,
       ${days('s')} AS days
     FROM (${selected}) s JOIN account a ON a.no = s.account_no LEFT JOIN site_group g ON g.no = s.group_no LEFT JOIN site_arrival r ON r.site_no = s.no
     ORDER BY s.created_at DESC, s.no DESC`,
    values,
  );
  const sums = await acceptedOf(core, account.rowId, found);
  return found.map(({ days: count, ...row }) => ({
    ...row,
    events_per_day: Math.round(((sums.get(row.rowId) ?? 0) * 10) / count) / 10,
  }));
}

type Aged = { rowId: number; days: number };

/**
 * The row ids of the account's busiest sites among those that `conditions` select, by the mean that
 * `events_per_day` is rounded from; the newest first among equals.
 */
export async function busiestSites(
  core: Db,
  { account }: Pick<Caller, 'account'>,
  { conditions, values, limit }: { conditions: string; values: unknown[]; limit: number },
): Promise<number[]> {
  const { rows: found } = await core.db.work.query<Aged>(
    `SELECT no AS "rowId", ${days('site')} AS days FROM site WHERE ${conditions} ORDER BY created_at DESC, no DESC`,
    values,
  );
  const sums = await acceptedOf(core, account.rowId, found);
  const perDay = ({ rowId, days: count }: Aged): number => (sums.get(rowId) ?? 0) / count;
  return found
    .toSorted((a, b) => perDay(b) - perDay(a))
    .slice(0, limit)
    .map(({ rowId }) => rowId);
}

/**
 * Site by site, so that each read is a range of the counter's key. A statement of its own, because
 * Citus joins no table of sites with counters that are spread over machines.
 */
export const acceptedLately = {
  name: 'accepted lately of sites',
  text: `select s.site, a.events from unnest($2::int[]) s(site) cross join lateral (
    select coalesce(sum(events), 0)::bigint as events from accepted
    where account = $1 and site = s.site and day > ${today} - 30) a`,
};

/** The events that were accepted of sites in the last 30 UTC days. */
async function acceptedOf(
  { db }: Db,
  account: number,
  sites: readonly { rowId: number }[],
): Promise<Map<number, number>> {
  if (sites.length === 0) return new Map();
  const values = [account, sites.map(({ rowId }) => rowId)];
  return new Map(await rows<[site: number, events: number]>(db.pages, { ...acceptedLately, values }));
}

/** The row as lists show it. */
export function inspectedSiteRow({
  rowId: _,
  keep_ip: _keep,
  last_refused_at: _at,
  last_refusal: _why,
  ...row
}: InspectedRow): InspectedSiteRow {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_accepted_at: row.last_accepted_at?.toISOString() ?? null,
  };
}
