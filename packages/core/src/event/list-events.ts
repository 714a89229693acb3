import type { EventRow } from './event.ts';
import type { EventStore } from './event-store.ts';
import { filterValues, type EventFilter } from './filter.ts';
import { positionOf, toEvents, type PageRow } from './page-row.ts';
import { plainPage } from './page-statements.ts';
import { isBelow, newest, type Position } from './position.ts';
import type { EventScope } from './scope.ts';
import { searchEvents } from './search.ts';
import { searchBounds, type Reach } from './search-step.ts';
import { rows, timestamp } from './sql.ts';

export type EventPage = {
  events: EventRow[];
  /** Where the next page begins; undefined when no further event matches. */
  next: Position | undefined;
};

/**
 * A page of events, newest first: `limit` at most, strictly below `after` (rulings §6.4). Undefined `next` means that nothing further matches,
 * also when the page is exactly full. A page is cut short only after 10,000 events of its scope and time range were looked at and
 * the time for it is over; then `next` goes on behind the last of them. No matching event is ever skipped.
 */
export async function listEvents(
  store: EventStore,
  scope: EventScope,
  filter: EventFilter,
  { limit, after }: { limit: number; after?: Position | undefined },
  bounds = searchBounds,
): Promise<EventPage> {
  const nothing: EventPage = { events: [], next: undefined };
  const start = startOf(filter.to, after);
  const from = filter.from ?? -Infinity;
  if (start.time < from) return nothing;
  if (scope.kind === 'sites' && scope.sites.length === 0) return nothing;

  const values = await filterValues(store.dictionary, scope.account, filter);
  if (values === undefined) return nothing;
  const reach: Reach = { from, filter: values, wanted: limit + 1, bounds };
  const plain = values.isEmpty ? plainRange(scope) : undefined;
  const found =
    plain === undefined
      ? await searchEvents({ ...reach, store, account: scope.account }, scope, start)
      : { rows: await readPlain(store, scope.account, plain, reach, start), end: undefined };

  const page = found.rows.slice(0, limit);
  const last = page.at(-1);
  const next = found.rows.length > limit && last !== undefined ? positionOf(last) : found.end;
  return { events: await toEvents(store.dictionary, scope.account, page), next };
}

/** `to` is inclusive: so its page begins below the first position of the millisecond after it. */
function startOf(to: number | undefined, after: Position | undefined): Position {
  const below = to === undefined ? newest : { time: to + 1, id: 0 };
  return after !== undefined && isBelow(after, below) ? after : below;
}

/** The scopes that one range of one index holds whole. */
function plainRange(scope: EventScope): { site?: number } | undefined {
  if (scope.kind === 'site') return { site: scope.site };
  if (scope.kind === 'account') return scope.gone.length === 0 ? {} : undefined;
  const [site, ...others] = scope.sites;
  return site !== undefined && others.length === 0 ? { site } : undefined;
}

const ofSite = plainPage('site');
const ofAccount = plainPage('account');

function readPlain(
  store: EventStore,
  account: number,
  { site }: { site?: number },
  { from, wanted }: Pick<Reach, 'from' | 'wanted'>,
  start: Position,
): Promise<PageRow[]> {
  const values = [account, timestamp(start.time), start.id, timestamp(from), wanted];
  return rows<PageRow>(
    store.db.pages,
    site === undefined ? { ...ofAccount, values } : { ...ofSite, values: [...values, site] },
  );
}
