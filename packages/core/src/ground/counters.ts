import { severities } from '@goal/contract';

/*
 * Statements on counters, for the pool whose sessions may not scan whole tables. $1 is the account.
 * Events of deleted sites that are not reclaimed yet are subtracted, so that they show nowhere
 * (rulings §5.6). A statement on one site, $2, has nothing to subtract.
 */

/** The UTC day by the database's clock. */
export const today = `(now() at time zone 'utc')::date`;

/**
 * The account's deleted sites that are not reclaimed yet. The order forces PostgreSQL to use the
 * index by account.
 */
export const goneSites = 'select site from gone_site where account >= $1 and account <= $1 order by account';

/** Kept events on the days of `range`, by day and severity; rows of deleted sites are negative. */
const ofAccount = (range: string): string => `select day, severity, n from kept_day where account = $1 and ${range}
  union all
  select k.day, k.severity, -k.n from (${goneSites}) g
    cross join lateral (select day, severity, n from kept where account = $1 and site = g.site and ${range} offset 0) k`;
const ofSite = (range: string): string =>
  `select day, severity, n from kept where account = $1 and site = $2 and ${range}`;

/** $2 is the group or null. OFFSET 0 makes PostgreSQL read site by site, and not all counters. */
const ofGroup = (range: string): string => `select k.day, k.severity, k.n
  from site s cross join lateral (select day, severity, n from kept where account = $1 and site = s.no and ${range} offset 0) k
  where s.account_no = $1 and ($2::int is null or s.group_no = $2)`;

const severityColumns = severities
  .map((name, index) => `coalesce(sum(c.n) filter (where c.severity = ${index + 1}), 0)::bigint as ${name}`)
  .join(', ');

/** A row for each last day, oldest first, with a figure per severity. Last parameter: the days. */
const activity = (kept: (range: string) => string, days: string): string =>
  `select d.day::text, ${severityColumns}
   from (select ${today} - age as day from generate_series(0, ${days} - 1) age) d
     left join (${kept(`day between ${today} - (${days} - 1) and ${today}`)}) c on c.day = d.day
   group by d.day order by d.day`;

export const activityOf = {
  account: { name: 'activity of account', text: activity(ofAccount, '$2::int') },
  site: { name: 'activity of site', text: activity(ofSite, '$3::int') },
  group: { name: 'activity of group', text: activity(ofGroup, '$3::int') },
};

/** One row: the number of kept events, and the oldest day that has one. */
const kept = (source: string): string =>
  `select coalesce(sum(n), 0)::bigint, min(day) filter (where n > 0)::text
   from (select day, sum(n) as n from (${source}) c group by day) d`;

export const keptBy = {
  account: { name: 'kept of account', text: kept(ofAccount('true')) },
  site: { name: 'kept of site', text: kept(ofSite('true')) },
};

/** One row: the number of the account's kept events of days before $2. */
export const keptBefore = {
  name: 'kept before a day',
  text: `select coalesce(sum(n), 0)::bigint from (${ofAccount('day < $2::date')}) c`,
};
