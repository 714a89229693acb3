import { limits } from '@goal/contract';
import { rows } from '@goal/db';

import type { Events } from '../core.ts';
import { severityNumber } from '../event/event.ts';
import type { EventFilter } from '../event/read/filter.ts';
import type { EventScope } from '../event/scope.ts';
import { goneSites } from '../ground/counters.ts';
import type { Grouping } from './count-events.ts';
import type { Slices } from './slices.ts';
import type { GroupKey } from './spans.ts';
import { groupMasks } from './statements.ts';
import type { SummaryRow } from './tally.ts';

const dayMs = 86_400_000;
const countedByDay: ReadonlySet<GroupKey> = new Set(['bucket', 'day', 'severity', 'site']);

/**
 * Whether the counters of days can answer (rulings §11.2): nothing but sites and severities
 * filters, the range and its slices consist of whole UTC days, and the keys are counted by day.
 */
export function isCountedByDay(
  { tz, cursor }: { tz: string; cursor?: string | undefined },
  by: readonly GroupKey[],
  slices: Slices | undefined,
  { from, to, severities: _, ...others }: EventFilter,
): boolean {
  return (
    cursor === undefined &&
    tz === 'UTC' &&
    by.every((key) => countedByDay.has(key)) &&
    (slices === undefined || slices.ms % dayMs === 0) &&
    (from === undefined || from % dayMs === 0) &&
    (to === undefined || (to + 1) % dayMs === 0) &&
    Object.values(others).every((condition) => condition === undefined)
  );
}

/**
 * Counts the kept events of a scope by groups from the counters of days. Returns
 * undefined where the counters would have to be read for more than 200 sites.
 */
export async function countDays(
  core: Events,
  scope: EventScope,
  { from, to, severities }: EventFilter,
  { keyMask, spans }: Grouping,
): Promise<SummaryRow[] | undefined> {
  const { account } = scope;
  const range = [day(from), day(to), severities?.map(severityNumber) ?? null, keyMask];
  const sites = await sitesOf(core, scope, keyMask);
  if (sites === undefined) return undefined;
  const found =
    sites === 'all'
      ? await rows<DayRow>(core.db.pages, { ...ofAccount, values: [account, ...range] })
      : await rows<DayRow>(core.db.pages, { ...ofSites, values: [account, ...range, sites] });
  return found.map(([nth, severity, site, events]) => [
    nth === null || spans === undefined ? null : spans.placeOf(nth * dayMs),
    severity,
    null,
    null,
    null,
    null,
    null,
    site,
    null,
    events,
    0,
    null,
    null,
    null,
    null,
  ]);
}

/** A day is counted from 1970 on, because PostgreSQL writes years before 1 in another way. */
type DayRow = [day: number | null, severity: number | null, site: number | null, events: number];

const day = (ms: number | undefined): number | null => (ms === undefined ? null : Math.floor(ms / dayMs));

/** The sites whose counters are read; `all`: those of the account as a whole. */
async function sitesOf(core: Events, scope: EventScope, keyMask: number): Promise<number[] | 'all' | undefined> {
  if (scope.kind === 'site') return [scope.site];
  if (scope.kind === 'sites') return scope.sites.length <= limits.summarySites ? scope.sites : undefined;
  if ((keyMask & groupMasks.site) === 0) return 'all';
  const found = await rows<[rowId: number]>(core.db.work, {
    name: 'some sites of an account',
    text: 'select no from site where account_no = $1 limit $2',
    values: [scope.account, limits.summarySites + 1],
  });
  return found.length <= limits.summarySites ? found.flat() : undefined;
}

const inRange = `day >= coalesce(date '1970-01-01' + $2::int, '-infinity') and day <= coalesce(date '1970-01-01' + $3::int, 'infinity')
        and ($4::smallint[] is null or severity = any($4))`;

/** Groups counters `c` of days $2 to $3, counted from 1970 on, and severities $4 by the mask $5. */
const grouped = (counters: (range: string) => string): string =>
  `select case when $5::int & ${groupMasks.time} > 0 then c.day - date '1970-01-01' end, case when $5::int & ${groupMasks.severity} > 0 then c.severity end,
      case when $5::int & ${groupMasks.site} > 0 then c.site end, sum(c.n)::bigint
    from (${counters(inRange)}) c
    group by 1, 2, 3 having sum(c.n) > 0`;

export const ofSites = {
  name: 'summary of days of sites',
  text: grouped(
    (range) => `select k.day, k.severity, k.site, k.n from unnest($6::int[]) s(site)
      cross join lateral (select day, severity, site, n from kept where account = $1 and site = s.site and ${range} offset 0) k`,
  ),
};

/** Sites that are deleted and not reclaimed yet are subtracted. */
export const ofAccount = {
  name: 'summary of days of an account',
  text: grouped(
    (range) => `select day, severity, null::int site, n from kept_day where account = $1 and ${range}
      union all
      select k.day, k.severity, null::int, -k.n from (${goneSites}) g
        cross join lateral (select day, severity, n from kept where account = $1 and site = g.site and ${range} offset 0) k`,
  ),
};
