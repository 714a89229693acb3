import { limits } from '@goal/contract';
import { rows, timestamp, type Statement } from '@goal/db';

import type { Events } from '../core.ts';
import { filterValues, groupsOf, type EventFilter } from '../event/read/filter.ts';
import { startOf } from '../event/read/list-events.ts';
import type { EventScope } from '../event/scope.ts';
import { readsMaxOf } from '../event/read/merge.ts';
import { strideOf, walkOf } from '../event/read/search.ts';
import { searchBounds, type SearchBounds, type Step } from '../event/read/search-step.ts';
import type { Position, Stop } from '../ground/position.ts';
import type { Spans } from './spans.ts';
import { summaryMerge, summaryScan } from './statements.ts';
import type { SummaryRow } from './tally.ts';

/** The groups of all steps, how many events were examined, and where the count stopped. */
export type Count = { rows: SummaryRow[]; looked: number; end: Stop | undefined };

/** How many events one count examines, and how long it may take. Tests shrink these bounds. */
export type CountBounds = SearchBounds & { all: number };

export const countBounds: CountBounds = {
  ...searchBounds,
  all: limits.summaryCandidates,
  // No step may read more than the count has left.
  mergeReads: limits.summaryCandidates / 2,
  timeoutMs: 1000,
};

/** The mask of the keys, and where time is among them the spans that divide it. */
export type Grouping = { keyMask: number; spans: Spans | undefined };

/**
 * Counts the matching events of a scope by groups, newest first, behind `after`. It examines at
 * most 20,000 events of the scope and time range, whatever matches (rulings §11.2), and stops
 * earlier when its time is over, but not before the first of them: it tells the time of the last
 * one.
 */
export async function countEvents(
  core: Events,
  scope: EventScope,
  filter: EventFilter,
  { keyMask, spans, after }: Grouping & { after: Position | undefined },
  bounds = countBounds,
): Promise<Count> {
  const began = performance.now();
  const count: Count = { rows: [], looked: 0, end: undefined };
  const upTo = filter.from ?? -Infinity;
  let below = startOf(filter, 'desc', after);
  if (below.time < upTo || (scope.kind === 'sites' && scope.sites.length === 0)) return count;
  const values = await filterValues(core.events.dictionary, scope.account, filter);
  if (values === undefined) return count;
  const groups = groupsOf(values);
  const search = {
    order: 'desc' as const,
    upTo,
    // A merge takes another way where a page has no conditions, which suits pages alone.
    filter: { ...values, isEmpty: false },
    wanted: bounds.all,
    bounds,
    core,
    account: scope.account,
    statements: {
      scan: (range: Parameters<typeof summaryScan>[0]) => summaryScan(range, groups, keyMask),
      merge: () => summaryMerge('merge', groups, keyMask),
      span: () => summaryMerge('span', groups, keyMask),
      extra: spans === undefined ? [] : [spans.edges.map(timestamp)],
    },
    run: (statement: Statement) => runCount(core, statement),
  };
  const walk = walkOf(search, scope);
  let lastAt: number | undefined;
  const stepMax = Math.max(strideOf(search), readsMaxOf(search));
  for (;;) {
    const step = await walk.step(below, bounds.all);
    count.rows.push(...step.found);
    count.looked += step.looked;
    lastAt = step.lastAt ?? lastAt;
    if (step.end === undefined) return count;
    below = step.end;
    const isOver = performance.now() - began > bounds.timeoutMs;
    const isEnough = isOver || count.looked + stepMax > bounds.all;
    if (isEnough && lastAt !== undefined) return { ...count, end: { ...below, lastAt } };
  }
}

async function runCount({ db }: Events, statement: Statement): Promise<Step<SummaryRow[]>> {
  const all = await rows<SummaryRow>(db.pages, statement);
  const closing = all.find(([, , , , , , , , , , newest]) => newest === null);
  if (closing === undefined) throw new Error('the statement that counts events returned no closing row');
  const [, , , , , , , , , looked, , endedAt, endedId, bound, lastAt] = closing;
  return {
    found: all.filter((row) => row !== closing),
    // Rows found never end a count.
    count: 0,
    looked,
    lastAt: lastAt === null ? undefined : Date.parse(lastAt),
    end: endedAt === null || endedId === null ? undefined : { time: Date.parse(endedAt), id: endedId },
    bound,
    isClosed: true,
  };
}
