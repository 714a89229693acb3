import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import { pageOfSites, sitePages, type Clock } from './due-sites.ts';

/** What retention would delete now; `oldestDay` is a UTC day. */
export type Overdue = { events: number; sites: number; oldestDay: string | null };

/**
 * Counts what retention would delete now, many sites at a time: whole days from the counters, and
 * the day of the cutoff from the index of events.
 */
export async function findOverdue(core: Pick<Core, 'db' | 'settings'>, clock: Clock = {}): Promise<Overdue> {
  const found: Overdue = { events: 0, sites: 0, oldestDay: null };
  const topology = await core.db.topology();
  // Sessions that may sort would take another index for a site, and read all of it.
  const on = topology === 'plain' ? core.db.pages : core.db.work;
  for await (const values of sitePages(core, clock)) {
    for (const [events, sites, oldest] of await rows<OverdueRow>(on, { ...overdueOfPage[topology], values })) {
      found.events += events;
      found.sites += sites;
      if (oldest !== null && (found.oldestDay === null || oldest < found.oldestDay)) found.oldestDay = oldest;
    }
  }
  return found;
}

type OverdueRow = [events: number, sites: number, oldestDay: string | null];

/** Older events of the cutoff's day. Order and row comparison choose the one index. */
const lastDay = `select occurred_at from event where account = r.account_no
            and (site, occurred_at, id) >= (r.no, date_trunc('day', r.cutoff, 'utc'), 0) and (site, occurred_at, id) < (r.no, r.cutoff, 0)
          order by site, occurred_at, id`;

/** As `dueOfPage` in due-sites.ts. On plain PostgreSQL each site leads to its rows by an index. */
export const overdueOfPage = {
  plain: {
    name: 'overdue',
    text: `${pageOfSites}
      select coalesce(sum(o.n), 0)::bigint, count(*) filter (where o.n > 0), min(o.oldest)::text
      from r cross join lateral (
        select coalesce(sum(n), 0) as n, min(day) as oldest from (
          select day, n from kept where account = r.account_no and site = r.no and day < (r.cutoff at time zone 'utc')::date and n > 0
          union all
          select (occurred_at at time zone 'utc')::date, 1 from (${lastDay}) e) d) o`,
  },
  citus: {
    name: 'overdue of machines',
    text: `${pageOfSites},
      days as materialized (
        select r.no, sum(k.n) as n, min(k.day) as oldest from r
          join kept k on k.account = r.account_no and k.site = r.no and k.day < (r.cutoff at time zone 'utc')::date and k.n > 0
        group by r.no),
      rest as materialized (
        select r.no, count(*) as n, min((e.occurred_at at time zone 'utc')::date) as oldest from r
          join event e on e.account = r.account_no and e.site = r.no
            and e.occurred_at >= date_trunc('day', r.cutoff, 'utc') and e.occurred_at < r.cutoff
        group by r.no)
      select coalesce(sum(o.n), 0)::bigint, count(distinct o.no), min(o.oldest)::text
      from (select * from days union all select * from rest) o`,
  },
};
