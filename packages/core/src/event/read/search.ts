import { rows } from '@goal/db';

import type { Events } from '../../core.ts';
import { merge } from './merge.ts';
import type { Range } from './page-statements.ts';
import type { Position, Stop } from '../../ground/position.ts';
import type { EventScope } from '../scope.ts';
import { aimAt, runStep, type SearchReach, type Search, type Walk } from './search-step.ts';

/** All matches in order, their count, and where the search stopped before the end. */
export type SearchResult<Found> = { found: Found[]; count: number; end: Stop | undefined };

/**
 * Searches the scope from `start` until `wanted` rows are found or nothing is left. It stops early
 * only after it examined 10,000 rows of the scope and its time is over (rulings §6.4). Each
 * statement does a bounded amount of work.
 */
export async function searchEvents<Found>(
  search: Search<Found> & { core: Events },
  scope: EventScope,
  start: Position,
): Promise<SearchResult<Found>> {
  const began = performance.now();
  const { wanted, bounds } = search;
  const walk = walkOf(search, scope);
  const found: Found[] = [];
  let [count, looked] = [0, 0];
  let lastAt: number | undefined;
  for (let below = start; ;) {
    const lacking = bounds.candidates - looked;
    const step = await walk.step(below, wanted - count, lacking > 0 ? lacking : undefined);
    found.push(step.found);
    count += step.count;
    looked += step.looked;
    lastAt = step.lastAt ?? lastAt;
    if (count >= wanted || step.end === undefined) return { found, count, end: undefined };
    const isEnough = looked >= bounds.candidates && performance.now() - began > bounds.timeoutMs;
    if (isEnough && lastAt !== undefined) return { found, count, end: { ...step.end, lastAt } };
    below = step.end;
  }
}

/** The way of a search through a scope. */
export function walkOf<Found>(search: Search<Found> & { core: Events }, scope: EventScope): Walk<Found> {
  if (scope.kind === 'site') return scan(search, 'site', [scope.site]);
  if (scope.kind === 'account') {
    if (scope.gone.length === 0) return scan(search, 'account', []);
    return scanThenMerge(search, 'except', scope.gone, () => liveSites(search.core, search.account));
  }
  const [site, ...others] = scope.sites;
  if (site !== undefined && others.length === 0) return scan(search, 'site', [site]);
  return scanThenMerge(search, 'only', scope.sites, () => Promise.resolve(scope.sites));
}

/**
 * Rows of a step. A step that reads messages takes fewer, so that the longest messages and the
 * worst words stay within the statement timeout.
 */
export function strideOf({ bounds, filter }: SearchReach): number {
  return filter.event === null ? bounds.stride : Math.ceil(bounds.stride / 8);
}

/** Scans one index range step by step. */
function scan<Found>(
  search: Search<Found>,
  kind: Range,
  sites: [] | [number | number[]],
  reads = strideOf(search),
): Walk<Found> {
  const statement = search.statements.scan(kind);
  return { step: (below, wanted) => runStep(search, statement, { below, reads, wanted, rest: sites }) };
}

/**
 * Scans while enough of the rows belong to the scope, which suits sites that are much of the
 * account, and merges otherwise (docs/decisions/011-group-pages.md).
 */
function scanThenMerge<Found>(
  search: Search<Found>,
  kind: 'only' | 'except',
  sites: number[],
  allSites: () => Promise<number[]>,
): Walk<Found> {
  const stride = strideOf(search);
  // Fewer rows than 2,000 may all be of one batch of another site, and tell nothing of the share.
  const first = Math.min(stride, Math.max(2000, (search.filter.isEmpty ? 40 : 10) * sites.length));
  let share: number | undefined;
  let merging: Walk<Found> | undefined;
  return {
    async step(below, wanted, lacking) {
      if (merging !== undefined) return merging.step(below, wanted, lacking);
      const reads = share === undefined ? first : readsFor(lacking, share);
      const step = await scan(search, kind, [sites], reads).step(below, wanted);
      if (step.end === undefined) return step;
      share = step.looked / reads;
      if (share < worthwhile(kind === 'only' ? sites.length : assumedSites))
        merging = merge(search, await allSites(), densityOf(step.looked, below, step.end));
      return step;
    },
  };
  function readsFor(lacking: number | undefined, of: number): number {
    return lacking === undefined ? stride : Math.min(stride, Math.ceil(aimAt(lacking, search.bounds) / of));
  }
}

/** Events per ms between two positions; a list without a beginning starts about now. */
function densityOf(events: number, from: Position, to: Position): number {
  const begin = Number.isFinite(from.time) ? from.time : Date.now();
  return Math.max(events, 1) / Math.max(Math.abs(begin - to.time), 1);
}

/**
 * Below this part of a scan's rows a merge is faster. Measured: 5 ms for 10,000 rows, against 3 ms
 * and 3 for each thousand sites; less, since a merge reads at many places.
 */
function worthwhile(sites: number): number {
  return 1 / (2.6 + sites / 500);
}
/** Assumed number of sites where they are not counted yet. */
const assumedSites = 5000;

async function liveSites(core: Events, account: number): Promise<number[]> {
  const text = 'select no from site where account_no = $1';
  const found = await rows<[number]>(core.db.work, { name: 'sites of an account', text, values: [account] });
  return found.map(([rowId]) => rowId);
}
