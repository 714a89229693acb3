import type { EventRow } from './event.ts';
import type { EventStore } from './event-store.ts';
import { filterValues, type EventFilter } from './filter.ts';
import { positionOf, toEvents, type PageRow } from './page-row.ts';
import { plainPage } from './page-statements.ts';
import { isBehind, type Order, type Position } from './position.ts';
import type { EventScope } from './scope.ts';
import { searchEvents } from './search.ts';
import { searchBounds, type Reach } from './search-step.ts';
import { rows, timestamp } from './sql.ts';

export type EventPage = {
  events: EventRow[];
  /** Where the next page begins; undefined when no further event matches. */
  next: Position | undefined;
};

/** How many, from where, which way. */
export type PageOrder = { limit: number; after?: Position | undefined; order?: Order };

/**
 * A page of events, newest first or oldest first: `limit` at most, strictly behind `after` (rulings §6.4). Undefined `next` means that nothing further matches,
 * also when the page is exactly full. A page is cut short only after 10,000 events of its scope and time range were looked at and
 * the time for it is over; then `next` goes on behind the last of them. No matching event is ever skipped.
 */
export async function listEvents(
  store: EventStore,
  scope: EventScope,
  filter: EventFilter,
  page: PageOrder,
  bounds = searchBounds,
): Promise<EventPage> {
  const { rows: found, next } = await listRows(store, scope, filter, page, bounds);
  return { events: await toEvents(store.dictionary, scope.account, found), next };
}

/** The same as the rows of the database: objects and event types are numbers of the dictionary in it. */
export async function listRows(
  store: EventStore,
  scope: EventScope,
  filter: EventFilter,
  { limit, after, order = 'desc' }: PageOrder,
  bounds = searchBounds,
): Promise<{ rows: PageRow[]; next: Position | undefined }> {
  const nothing = { rows: [], next: undefined };
  const start = startOf(filter, order, after);
  const upTo = order === 'desc' ? (filter.from ?? -Infinity) : beyond(filter.to);
  if (order === 'desc' ? start.time < upTo : start.time >= upTo) return nothing;
  if (scope.kind === 'sites' && scope.sites.length === 0) return nothing;

  const values = await filterValues(store.dictionary, scope.account, filter);
  if (values === undefined) return nothing;
  const reach: Reach = { order, upTo, filter: values, wanted: limit + 1, bounds };
  const plain = values.isEmpty ? plainRange(scope) : undefined;
  const found =
    plain === undefined
      ? await searchEvents({ ...reach, store, account: scope.account }, scope, start)
      : { rows: await readPlain(store, scope.account, plain, reach, start), end: undefined };

  const page = found.rows.slice(0, limit);
  const last = page.at(-1);
  const next = found.rows.length > limit && last !== undefined ? positionOf(last) : found.end;
  return { rows: page, next };
}

/** Both ends are inclusive: so a list begins behind the first position of the millisecond after `to`, or behind the last one before `from`. */
function startOf({ from = -Infinity, to }: EventFilter, order: Order, after: Position | undefined): Position {
  const first = order === 'desc' ? { time: beyond(to), id: 0 } : { time: from - 1, id: Number.MAX_SAFE_INTEGER };
  return after !== undefined && isBehind(after, first, order) ? after : first;
}

/** The first millisecond after `to`. */
function beyond(to = Infinity): number {
  return to + 1;
}

/** The scopes that one range of one index holds whole. */
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

function readPlain(
  store: EventStore,
  account: number,
  { site }: { site?: number },
  { order, upTo, wanted }: Pick<Reach, 'order' | 'upTo' | 'wanted'>,
  start: Position,
): Promise<PageRow[]> {
  const values = [account, timestamp(start.time), start.id, timestamp(upTo), wanted];
  return rows<PageRow>(
    store.db.pages,
    site === undefined ? { ...plain[order].account, values } : { ...plain[order].site, values: [...values, site] },
  );
}
