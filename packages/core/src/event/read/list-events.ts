import { timestamp, type Statement } from '@goal/db';

import type { EventRow } from '../event.ts';
import type { Events } from '../../core.ts';
import { filterValues, groupsOf, type EventFilter, type FilterValues } from './filter.ts';
import { rowsOf, type PageReader } from './page-reader.ts';
import { siteAt, toEvents } from './page-row.ts';
import { mergeStep, plainPage, searchStep, spanStep } from './page-statements.ts';
import { isBehind, type Order, type Position, type Stop } from '../../ground/position.ts';
import type { EventScope } from '../scope.ts';
import { searchEvents, type SearchResult } from './search.ts';
import { searchBounds, type SearchReach, type SearchBounds, type Step, type StepStatements } from './search-step.ts';

export type EventPage = {
  events: EventRow[];
  /** Where the next page begins; undefined when no further event matches. */
  next: Stop | undefined;
  /** The site of the event with which the next page begins, where it was read already. */
  nextSite: number | undefined;
};

/** The page's size, the position before it, and its direction. */
export type PageOrder = { limit: number; after?: Position | undefined; order?: Order | undefined };

/**
 * Returns a page of events, newest first or oldest first: at most `limit`, strictly behind `after`
 * (rulings §6.4). `next` is undefined when no further event matches, also when the page is exactly
 * full. A page is short only after 10,000 events of its scope and time range were examined and its
 * time is over; `next` then continues behind the last examined event. No matching event is ever
 * skipped.
 */
export async function listEvents(
  core: Events,
  scope: EventScope,
  filter: EventFilter,
  { limit, after, order }: PageOrder,
  bounds = searchBounds,
): Promise<EventPage> {
  const reader = rowsOf(core.db);
  // One extra row shows whether there is a next page.
  const read = await readPage(core, reader, scope, filter, { limit: limit + 1, after, order, bounds });
  const rows = read.found.flat();
  const page = rows.slice(0, limit);
  const last = reader.last(page);
  const full = last && { ...last, lastAt: last.time };
  const next = rows.length > limit ? full : read.end;
  return { events: await toEvents(core.events.dictionary, scope.account, page), next, nextSite: rows[limit]?.[siteAt] };
}

/**
 * Returns at most `limit` matches. `end` is set when the search stopped before the end of its list;
 * a full page leaves it undefined.
 */
export async function readPage<Found>(
  core: Events,
  reader: PageReader<Found>,
  scope: EventScope,
  filter: EventFilter,
  { limit, after, order = 'desc', bounds = searchBounds }: PageOrder & { bounds?: SearchBounds },
): Promise<SearchResult<Found>> {
  const nothing = { found: [], count: 0, end: undefined };
  const start = startOf(filter, order, after);
  const upTo = order === 'desc' ? (filter.from ?? -Infinity) : beyond(filter.to);
  if (order === 'desc' ? start.time < upTo : start.time >= upTo) return nothing;
  if (scope.kind === 'sites' && scope.sites.length === 0) return nothing;

  const { account } = scope;
  const values = await filterValues(core.events.dictionary, account, filter);
  if (values === undefined) return nothing;
  const reach: SearchReach = { order, upTo, filter: values, wanted: limit, bounds };
  const range = values.isEmpty ? plainRange(scope) : undefined;
  if (range === undefined) {
    const run = (statement: Statement): Promise<Step<Found>> => reader.step(statement, order);
    return await searchEvents({ ...reach, core, account, statements: stepsOf(values, order), run }, scope, start);
  }
  const { found, count } = await reader.plain(plainStatement(account, range, reach, start));
  return { found: [found], count, end: undefined };
}

/** The statements of a page's search. */
function stepsOf(filter: FilterValues, order: Order): StepStatements {
  const groups = groupsOf(filter);
  return {
    scan: (range) => searchStep(range, groups, order),
    merge: () => mergeStep(groups, order),
    span: () => spanStep(groups, order),
    extra: [],
  };
}

/**
 * Both bounds are inclusive, so a list begins behind the first position of the millisecond after
 * `to`, or behind the last position before `from`.
 */
export function startOf({ from = -Infinity, to }: EventFilter, order: Order, after: Position | undefined): Position {
  const first = order === 'desc' ? { time: beyond(to), id: 0 } : { time: from - 1, id: Number.MAX_SAFE_INTEGER };
  return after !== undefined && isBehind(after, first, order) ? after : first;
}

/** The first millisecond after `to`. */
function beyond(to = Infinity): number {
  return to + 1;
}

/** The site or account whose index range is exactly the scope, if there is one. */
function plainRange(scope: EventScope): { site?: number } | undefined {
  if (scope.kind === 'site') return { site: scope.site };
  if (scope.kind === 'account') return scope.gone.length === 0 ? {} : undefined;
  const [site, ...others] = scope.sites;
  return site !== undefined && others.length === 0 ? { site } : undefined;
}

const plain = {
  desc: { site: plainPage('site'), account: plainPage('account') },
  asc: { site: plainPage('site', 'asc'), account: plainPage('account', 'asc') },
};

function plainStatement(
  account: number,
  { site }: { site?: number },
  { order, upTo, wanted }: SearchReach,
  start: Position,
): Statement {
  const values = [account, timestamp(start.time), start.id, timestamp(upTo), wanted];
  return site === undefined ? { ...plain[order].account, values } : { ...plain[order].site, values: [...values, site] };
}
