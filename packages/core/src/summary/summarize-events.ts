import {
  fieldError,
  limits,
  type MemberSummary,
  type MemberSummaryQuery,
  type Summary,
  type SummaryQuery,
} from '@goal/contract';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import type { SiteCredential } from '../credential/credential.ts';
import type { EventFilter } from '../event/read/filter.ts';
import { filterOf } from '../event/read/filter-of-query.ts';
import { judgeIpFilter, type Member } from '../event/read/member-events.ts';
import type { EventScope } from '../event/scope.ts';
import { scopeOf, type AccountEventsQuery } from '../event/read/scope-of-query.ts';
import { namesOfSites } from '../event/read/site-names.ts';
import type { Position, Stop } from '../ground/position.ts';
import { chooseGroups } from './choose-groups.ts';
import { countDays, isCountedByDay } from './count-days.ts';
import { countEvents, type Grouping } from './count-events.ts';
import { shownGroups, withWords, type NamesOf } from './shown-groups.ts';
import { midnightWithin, slicesOf, type Slices } from './slices.ts';
import { spansOf, type GroupKey } from './spans.ts';
import { maskOf, tally, type Group } from './tally.ts';

type SummaryOf = Pick<AccountEventsQuery, 'site_id' | 'group_id'>;

/**
 * GET /account/events/summary: how many events of the account, of one of its sites or of one of
 * its groups match, by one or two keys (rulings §11.1, §11.2). Throws «invalid by» for a range that
 * is too long, «invalid limit» for too many groups, `invalid_cursor`, and `not_found` for a site or
 * group that the caller may not see.
 */
export async function summarizeAccountEvents(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  query: SummaryQuery & SummaryOf & { buckets?: number | undefined },
  further?: Further,
): Promise<MemberSummary> {
  const after = await core.events.cursors.decode('summary', query.cursor);
  const scope = await scopeOf(core, caller, query);
  return summarize(core, scope, query, { after, further }, (sites) => namesOfSites(core, scope.account, sites));
}

/** Goes on part by part until `until`, in ms of the process's clock; `revalidate` judges before. */
export type Further = { until: number; revalidate: () => Promise<unknown> };

/**
 * dashboard.events.summary: the same as a member sees it, who may also ask for equal slices of the
 * range (rulings §11.3). Throws `missing_role_admin` where the question names an address that is
 * hidden from the member, and the same as above.
 */
export async function summarizeMemberEvents(
  core: Core,
  member: Member,
  query: MemberSummaryQuery,
): Promise<MemberSummary> {
  judgeIpFilter(member, query);
  return summarizeAccountEvents(core, member.caller, query);
}

/** GET /events/summary of the read API: the same for the key's site. */
export async function summarizeSiteEvents(
  core: Core,
  { account, site }: SiteCredential,
  query: SummaryQuery,
): Promise<Summary> {
  const after = await core.events.cursors.decode('summary', query.cursor);
  const scope: EventScope = { account: account.rowId, kind: 'site', site: site.rowId };
  return summarize(core, scope, query, { after }, () => Promise.resolve(new Map([[site.rowId, { site_id: site.id }]])));
}

/** The one function behind every summary, histogram and facet (rulings §11.3). */
async function summarize(
  core: Core,
  scope: EventScope,
  query: SummaryQuery & { buckets?: number | undefined },
  { after, further }: { after: Position | undefined; further?: Further | undefined },
  namesOf: NamesOf,
): Promise<MemberSummary> {
  const { tz, limit, buckets } = query;
  const slices = buckets === undefined ? undefined : slicesOf(query, buckets);
  const by: GroupKey[] = slices === undefined ? query.by : ['bucket', ...query.by];
  const filter = { ...filterOf(query), ...(slices === undefined ? rangeOf(query) : { from: slices.from }) };
  const grouping = { keyMask: maskOf(by), spans: spansOf(by, tz, filter, slices) };
  const days = isCountedByDay(query, by, slices, filter) ? await countDays(core, scope, filter, grouping) : undefined;
  const { groups, looked, end } =
    days === undefined
      ? await countParts(core, scope, { filter, grouping, after, further })
      : { groups: tally(days, grouping.spans), looked: 0, end: undefined };
  const matched = groups.reduce((sum, { events }) => sum + events, 0);
  const shown = await shownGroups(
    core,
    scope.account,
    chooseGroups(await withWords(core, scope.account, groups, by), by, limit),
    by,
    namesOf,
  );
  const inGroups = shown.reduce((sum, { events }) => sum + events, 0);
  return {
    counts: shown,
    other: matched - inGroups,
    matched,
    looked_at: looked,
    complete: end === undefined,
    counted_back_to: end === undefined ? null : time(end.lastAt),
    source: days === undefined ? 'events' : 'days',
    next_cursor: core.events.cursors.encode('summary', end),
    ...(slices === undefined ? {} : divided(slices)),
  };
}

/** Counts one part, or as many as time allows. */
async function countParts(
  core: Core,
  scope: EventScope,
  { filter, grouping, after, further }: Parts,
): Promise<{ groups: Group[]; looked: number; end: Stop | undefined }> {
  const counted = new Map<string, Group>();
  let [looked, from] = [0, after];
  for (;;) {
    const part = await countEvents(core, scope, filter, { ...grouping, after: from });
    const groups = tally(part.rows, grouping.spans, counted);
    looked += part.looked;
    const isOver = further === undefined || performance.now() >= further.until;
    if (part.end === undefined || isOver) return { groups, looked, end: part.end };
    await further.revalidate();
    from = part.end;
  }
}
type Parts = {
  filter: EventFilter;
  grouping: Grouping;
  after: Position | undefined;
  further: Further | undefined;
};

const time = (ms: number): string => new Date(ms).toISOString();

/** The range that was divided, so that a reader knows every edge (rulings §11.3). */
const divided = ({ from, to, ms }: Slices): Pick<MemberSummary, 'from' | 'to' | 'bucket_ms'> => ({
  from: time(from),
  to: time(to),
  bucket_ms: ms,
});

const hourMs = 3_600_000;

/**
 * The bounded range of days and hours: without `from` the longest, without `to` judged by now,
 * though later events count. Throws «invalid by» for a longer one.
 */
function rangeOf({ by, from, to }: SummaryQuery): { from?: number } {
  const longest = by.includes('hour')
    ? limits.summaryHours * hourMs
    : by.includes('day')
      ? limits.summaryDays * 24 * hourMs
      : undefined;
  if (longest === undefined) return {};
  const now = Date.now();
  // From a UTC midnight, so that the counters of days can answer.
  if (from === undefined) return { from: midnightWithin(to ?? now + limits.hoursAhead * hourMs, longest) };
  if ((to ?? now) - from > longest) throw fieldError('invalid by');
  return {};
}
