import {
  fieldError,
  limits,
  type Summary,
  type SummaryGroup,
  type SummaryKey,
  type SummaryQuery,
} from '@goal/contract';
import { rows } from '@goal/db';

import type { Caller } from '../ground/caller.ts';
import type { Core } from '../core.ts';
import type { SiteCredential } from '../credential/credential.ts';
import { severityName } from '../event/event.ts';
import { filterOf } from '../event/filter-of-query.ts';
import type { EventScope } from '../event/scope.ts';
import { scopeOf, type AccountEventsQuery } from '../event/scope-of-query.ts';
import { namesOfSites, type SiteNames } from '../event/site-names.ts';
import { countDays, isCountedByDay } from './count-days.ts';
import { countEvents } from './count-events.ts';
import { usernames } from './statements.ts';
import { bitsOf, tally, type Group } from './tally.ts';

/**
 * GET /account/events/summary: how many events of the account, of one of its sites or of one of
 * its groups match, by one or two keys (rulings §11.1, §11.2). Throws «invalid by» for a range that
 * is too long, «invalid limit» for too many groups, `invalid_cursor`, and `not_found` for a site or
 * group that the caller may not see.
 */
export async function summarizeAccountEvents(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  query: SummaryQuery & Pick<AccountEventsQuery, 'site_id' | 'group_id'>,
): Promise<Summary> {
  const after = await core.events.cursors.decode('summary', query.cursor);
  const scope = await scopeOf(core, caller, query);
  return summarize(core, scope, query, after, (sites) => namesOfSites(core, scope.account, sites));
}

/** GET /events/summary of the read API: the same for the key's site. */
export async function summarizeSiteEvents(
  core: Core,
  { account, site }: SiteCredential,
  query: SummaryQuery,
): Promise<Summary> {
  const after = await core.events.cursors.decode('summary', query.cursor);
  const scope: EventScope = { account: account.rowId, kind: 'site', site: site.rowId };
  return summarize(core, scope, query, after, () => Promise.resolve(new Map([[site.rowId, { site_id: site.id }]])));
}

type NamesOf = (sites: number[]) => Promise<Map<number, SiteNames>>;

async function summarize(
  core: Core,
  scope: EventScope,
  query: SummaryQuery,
  after: Parameters<typeof countEvents>[3]['after'],
  namesOf: NamesOf,
): Promise<Summary> {
  const { by, tz } = query;
  const given = filterOf(query);
  const filter = { ...given, ...rangeOf(query) };
  const bits = bitsOf(by);
  const days = isCountedByDay(query, given) ? await countDays(core.events, scope, filter, bits) : undefined;
  const count =
    days === undefined
      ? await countEvents(core.events, scope, filter, { bits, after })
      : { rows: days, looked: 0, end: undefined };
  const groups = tally(count.rows, by, tz);
  const matched = groups.reduce((sum, { events }) => sum + events, 0);
  const shown = await shownGroups(core, scope.account, choose(groups, query), by, namesOf);
  const inGroups = shown.reduce((sum, { events }) => sum + events, 0);
  return {
    counts: shown,
    other: matched - inGroups,
    matched,
    looked_at: count.looked,
    complete: count.end === undefined,
    counted_back_to: count.end === undefined ? null : new Date(count.end.time).toISOString(),
    source: days === undefined ? 'events' : 'days',
    next_cursor: core.events.cursors.encode('summary', count.end),
  };
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * The time range of days and hours, which is bounded: without `from` it begins as long before its
 * end as it may. Throws «invalid by» for a longer one.
 */
function rangeOf({ by, from, to }: SummaryQuery): { from?: number } {
  const longest = by.includes('hour')
    ? limits.summaryHours * hourMs
    : by.includes('day')
      ? limits.summaryDays * 24 * hourMs
      : undefined;
  if (longest === undefined) return {};
  const end = to ?? Date.now() + limits.hoursAhead * hourMs;
  // From a UTC midnight, so that the counters of days can answer.
  if (from === undefined) return { from: Math.ceil((end - longest) / dayMs) * dayMs };
  if (end - from > longest) throw fieldError('invalid by');
  return {};
}

/** The keys of a group beside its time, as one text. */
const rest = (group: Group): string =>
  JSON.stringify([group.severity, group.code, group.object, group.eventType, group.site, group.userId]);

/**
 * The groups that are shown, in their order (rulings §11.2): the largest `limit` ones; with a time
 * all times of the `limit` values of the other key that are the largest over the whole range.
 * Throws «invalid limit» for too many groups.
 */
function choose(groups: readonly Group[], { by, limit }: SummaryQuery): Group[] {
  const isTimed = by.includes('day') || by.includes('hour');
  const totals = new Map<string, number>();
  for (const group of groups) totals.set(rest(group), (totals.get(rest(group)) ?? 0) + group.events);
  const kept = new Set(
    [...totals]
      .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([key]) => key),
  );
  const chosen = groups.filter((group) => kept.has(rest(group)));
  if (chosen.length > limits.summaryGroups.all) throw fieldError('invalid limit');
  return chosen.sort(
    (a, b) => (isTimed ? Date.parse(a.time) - Date.parse(b.time) : 0) || b.events - a.events || byKeys(a, b),
  );
}

/** Equal counts come in the order of their keys. */
function byKeys(a: Group, b: Group): number {
  const numbers = (group: Group): number[] =>
    [group.severity, group.code, group.site, group.userId].map((key) => key ?? 0);
  const [one, other] = [numbers(a), numbers(b)];
  const at = one.findIndex((number, place) => number !== other[place]);
  if (at !== -1) return (one[at] ?? 0) - (other[at] ?? 0);
  return rest(a) < rest(b) ? -1 : 1;
}

/** The groups on the wire. Those of a site that was deleted meanwhile are left out. */
async function shownGroups(
  core: Core,
  account: number,
  groups: Group[],
  by: readonly SummaryKey[],
  namesOf: NamesOf,
): Promise<SummaryGroup[]> {
  const { dictionary, db } = core.events;
  const named = by.includes('user') || by.includes('site');
  const sites = named
    ? await namesOf([...new Set(groups.flatMap(({ site }) => site ?? []))])
    : new Map<number, SiteNames>();
  const names = by.includes('user')
    ? await rows<[id: number, username: string]>(db.pages, {
        ...usernames,
        values: [account, groups.map(({ newest }) => newest)],
      })
    : [];
  const nameOf = new Map(names);
  const objects = await dictionary.words(
    account,
    'object',
    groups.map(({ object }) => object.ref),
  );
  const types = await dictionary.words(
    account,
    'eventType',
    groups.map(({ eventType }) => eventType.ref),
  );
  return groups.flatMap((group) => {
    const site = group.site === null ? undefined : sites.get(group.site);
    if (named && site === undefined) return [];
    const part: Record<SummaryKey, () => Partial<SummaryGroup>> = {
      day: () => ({ day: group.time.slice(0, 10) }),
      hour: () => ({ hour: group.time }),
      severity: () => ({ severity: severityName(group.severity ?? 0) }),
      code: () => ({ code: group.code ?? 0 }),
      object: () => ({ object: group.object.text ?? objects(group.object.ref) }),
      event_type: () => ({ event_type: group.eventType.text ?? types(group.eventType.ref) }),
      user: () => ({
        user_id: group.userId ?? 0,
        username: nameOf.get(group.newest) ?? '',
        ...(site && { site_id: site.site_id }),
      }),
      site: () => ({ ...site }),
    };
    return [{ ...Object.assign({}, ...by.map((key) => part[key]())), events: group.events }];
  });
}
