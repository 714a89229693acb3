import { rows, type Queryable } from '@goal/db';

import type { Core } from '../core.ts';
import { keptByHold } from '../ground/legal-holds.ts';

/** A time that replaces the database's clock: that of the pass, or of a test. */
export type Clock = { now?: Date | undefined };

/** A site with expired events: those that occurred before `cutoff`, in milliseconds since 1970. */
export type DueSite = { rowId: number; account: number; cutoff: number };

/**
 * Each site's cutoff, by its retention or a longer one within its grace (rulings §9.2), but for
 * resellers, sites never purged, and legal holds (rulings §13.6). $1: clock, $2: grace in days.
 */
const keeps = (sites: string): string => `select no, account_no, $1::timestamptz - days * interval '24 hours' as cutoff
  from (
    select s.no, s.account_no, case when bool_or(c.no is not null and c.former_days is null) then null
        else greatest(s.retention_days, max(c.former_days)) end as days
    from site s join account a on a.no = s.account_no
      left join retention_cut c on c.site_no = s.no and c.at > $1::timestamptz - $2::int * interval '24 hours'
    where not a.is_reseller and ${sites} and not ${keptByHold('$1::timestamptz', '$2::int')}
    group by s.no) r
  where days is not null`;

/** The range of site row ids that one statement covers. */
const rowIdsPerPage = 500;

/** $1 is the clock, $2 the grace period in days, $3 the row id before the page. */
const cutoffs = {
  name: 'cutoffs of sites',
  text: `select no, account_no, cutoff::text from (${keeps(`s.no > $3 and s.no <= $3 + ${rowIdsPerPage}`)}) c order by no`,
};

/** The sites of a page that have a cutoff, by row id: their row ids, accounts and cutoffs. */
export type PageOfSites = [sites: number[], accounts: number[], cutoffs: string[]];

/**
 * Its values as rows `r`. They come from a statement of their own, because Citus joins no sites
 * with events that are spread over machines (docs/decisions/067-statements-for-citus.md).
 */
export const pageOfSites = `with r as materialized (
    select * from unnest($1::int[], $2::int[], $3::timestamptz[]) u(no, account_no, cutoff))`;

/** Yields each page of all sites that have a cutoff, by the database's clock. */
export async function* sitePages(
  { db, settings }: Pick<Core, 'db' | 'settings'>,
  clock: Clock,
): AsyncGenerator<PageOfSites> {
  const now = clock.now ?? (await clockOf(db.work));
  const ends = { name: 'first and last site', text: 'select min(no), max(no) from site', values: [] };
  const [[first, last] = [null, null]] = await rows<[number, number] | [null, null]>(db.work, ends);
  if (first === null || last === null) return;
  for (let after = first - 1; after < last; after += rowIdsPerPage) {
    const values = [now, settings.retentionGraceDays, after];
    const page = await rows<[number, number, string]>(db.work, { ...cutoffs, values });
    if (page.length > 0) yield [page.map(([no]) => no), page.map(([, of]) => of), page.map(([, , cutoff]) => cutoff)];
  }
}

/**
 * Yields every site that, by the counters, has events of the day of its cutoff or an earlier day.
 */
export async function* dueSites(core: Pick<Core, 'db' | 'settings'>, clock: Clock): AsyncGenerator<DueSite> {
  const statement = dueOfPage[await core.db.topology()];
  for await (const values of sitePages(core, clock)) {
    const due = await rows<[no: number, account: number, cutoff: string]>(core.db.work, { ...statement, values });
    const byRowId = due.toSorted(([a], [b]) => a - b);
    yield* byRowId.map(([rowId, account, cutoff]) => ({ rowId, account, cutoff: Number(cutoff) }));
  }
}

/** Citus takes no condition on rows of other machines, so there it is a join. */
const dueOfPage = {
  plain: {
    name: 'due sites',
    text: `${pageOfSites}
      select r.no, r.account_no, extract(epoch from r.cutoff)::float8 * 1000 from r where exists (
        select 1 from kept k where k.account = r.account_no and k.site = r.no and k.day <= (r.cutoff at time zone 'utc')::date and k.n > 0)`,
  },
  citus: {
    name: 'due sites of machines',
    text: `${pageOfSites}
      select distinct r.no, r.account_no, extract(epoch from r.cutoff)::float8 * 1000 from r
        join kept k on k.account = r.account_no and k.site = r.no and k.day <= (r.cutoff at time zone 'utc')::date and k.n > 0`,
  },
};

/**
 * Locks a site and its account within a transaction, so that neither changes, and reads the site's
 * present cutoff. Skips rows that others have locked, so that workers never wait for each other:
 * 'elsewhere' means that somebody else changes or purges the site. Undefined means that the site
 * has no cutoff.
 */
export async function holdDueSite(
  on: Queryable,
  site: number,
  { settings }: Pick<Core, 'settings'>,
  { now }: { now: Date },
): Promise<DueSite | 'elsewhere' | undefined> {
  const locked = await on.query(
    `select from site s join account a on a.no = s.account_no where s.no = $1
     for no key update of s skip locked for share of a skip locked`,
    [site],
  );
  if (locked.rowCount === 0) return 'elsewhere';
  const due = await on.query<DueSite>(
    `select no as "rowId", account_no as account, extract(epoch from cutoff)::float8 * 1000 as cutoff from (${keeps('s.no = $3')}) r`,
    [now, settings.retentionGraceDays, site],
  );
  return due.rows[0];
}

/** The time by the database's clock, the only clock that counts for retention. */
export async function clockOf(on: Queryable): Promise<Date> {
  const asked = await on.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = asked.rows;
  if (row === undefined) throw new Error('a clock without a time');
  return row.now;
}
