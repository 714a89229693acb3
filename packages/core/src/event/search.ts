import { limits } from '@goal/contract';

import type { EventStore } from './event-store.ts';
import type { FilterValues } from './filter.ts';
import type { PageRow } from './page-row.ts';
import { mergeStep, searchStep, type Range } from './page-statements.ts';
import type { Position } from './position.ts';
import type { EventScope } from './scope.ts';
import { rows, timestamp } from './sql.ts';

/** What a page looks for: the earliest moment, the conditions, and how many rows would be enough. */
export type Reach = { from: number; filter: FilterValues; wanted: number; bounds: SearchBounds };

/** Rows found, newest first, and where the search stopped when it did not come to its end. */
export type Found = { rows: PageRow[]; end: Position | undefined };

/** One bounded step: what matched, how many rows of the scope it looked at, and where to go on (undefined: nothing is left). */
type Step = { rows: PageRow[]; looked: number; end: Position | undefined };

/** A way to go through a scope; `step` is called with the end of the step before. */
type Walk = { step(below: Position, wanted: number): Promise<Step> };

/** How much a step does, and when a search is enough. Tests shrink them, so that few events meet them all. */
export type SearchBounds = {
  /** Rows of the scope that a page looks at before it may be short (rulings §6.4). */
  candidates: number;
  /** Milliseconds after which a search that has looked at so many stops. */
  patience: number;
  /** Rows that a step of a scan runs over. */
  stride: number;
  /** The first step of a merge: sites, and rows of each at least. */
  mergeSites: number;
  mergeRows: number;
  /** Rows that a step of a merge may read. */
  mergeReads: number;
};

export const searchBounds: SearchBounds = {
  candidates: limits.candidates,
  patience: 10,
  stride: limits.candidates,
  mergeSites: 1000,
  mergeRows: 200,
  // As many as a page of 200 without conditions can need.
  mergeReads: 41_000,
};

/**
 * Goes through the scope from `start` on until `wanted` rows are found or nothing is left; stops early only when 10,000 rows of the
 * scope were looked at and the time is over (rulings §6.4). Each of its statements does a bounded amount of work.
 */
export async function search(store: EventStore, scope: EventScope, reach: Reach, start: Position): Promise<Found> {
  const began = performance.now();
  const walk = walkOf(store, scope, reach);
  const found: PageRow[] = [];
  let looked = 0;
  for (let below = start; ; ) {
    const step = await walk.step(below, reach.wanted - found.length);
    found.push(...step.rows);
    looked += step.looked;
    if (found.length >= reach.wanted || step.end === undefined) return { rows: found, end: undefined };
    if (looked >= reach.bounds.candidates && performance.now() - began > reach.bounds.patience) return { rows: found, end: step.end };
    below = step.end;
  }
}

function walkOf(store: EventStore, scope: EventScope, reach: Reach): Walk {
  const { account } = scope;
  if (scope.kind === 'site') return scan(store, account, 'site', scope.site, reach);
  if (scope.kind === 'account') {
    if (scope.gone.length === 0) return scan(store, account, 'account', undefined, reach);
    return scanThenMerge(store, account, 'except', scope.gone, reach, () => liveSites(store, account));
  }
  const [site, ...others] = scope.sites;
  if (site !== undefined && others.length === 0) return scan(store, account, 'site', site, reach);
  return scanThenMerge(store, account, 'only', scope.sites, reach, () => Promise.resolve(scope.sites));
}

/** A step's rows and its closing row, if it has one (`searchStep`, `mergeStep`). */
type StepRow = [...PageRow, looked: number | null, bound: string | null];

type Raw = { rows: PageRow[]; closing: { looked: number; end: Position | undefined; bound: string | null } | undefined };

async function run(
  store: EventStore,
  statement: { name: string; text: string },
  { filter, from }: Reach,
  { account, below, sizes, sites }: { account: number; below: Position; sizes: [number, number]; sites: unknown[] },
): Promise<Raw> {
  const values = [account, timestamp(below.time), below.id, timestamp(from), ...sizes, ...filter.index, ...(filter.event ?? []), ...sites];
  const found: PageRow[] = [];
  let closing: Raw['closing'];
  for (const row of await rows<StepRow>(store.db.pages, { ...statement, values })) {
    const [id, time] = row;
    const [looked, bound] = [row[12], row[13]];
    if (looked === null) found.push(row.slice(0, 12) as PageRow); // the first twelve of a StepRow are a PageRow
    // An empty position comes back as nulls.
    else closing = { looked, bound, end: id === null ? undefined : { time, id } };
  }
  // The statement finds the newest and does not order them.
  found.sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return { rows: found, closing };
}

/** Steps along one index range. */
function scan(store: EventStore, account: number, kind: Range, sites: number | number[] | undefined, reach: Reach, rowsAStep = reach.bounds.stride): Walk {
  const statement = searchStep(kind, reach.filter.event !== null);
  return {
    async step(below, wanted) {
      const sizes: [number, number] = [rowsAStep, wanted];
      const raw = await run(store, statement, reach, { account, below, sizes, sites: sites === undefined ? [] : [sites] });
      return { rows: raw.rows, looked: raw.closing?.looked ?? 0, end: raw.closing?.end };
    },
  };
}

/**
 * Scans the account while enough of what it runs over belongs to the scope, else merges the lists of the scope's sites: the scan is quick
 * for sites that hold a good part of the account, the merge where they hold next to nothing of it (docs/decisions/011-group-pages.md).
 */
function scanThenMerge(
  store: EventStore,
  account: number,
  kind: 'only' | 'except',
  sites: number[],
  reach: Reach,
  allSites: () => Promise<number[]>,
): Walk {
  let rowsAStep = Math.min(reach.bounds.stride, Math.max(1000, 40 * sites.length));
  let walk = scan(store, account, kind, sites, reach, rowsAStep);
  let isMerging = false;
  return {
    async step(below, wanted) {
      const step = await walk.step(below, wanted);
      if (!isMerging && step.end !== undefined) {
        isMerging = step.looked < rowsAStep * worthwhile(kind === 'only' ? sites.length : 5000);
        rowsAStep = reach.bounds.stride;
        walk = isMerging ? merge(store, account, await allSites(), reach) : scan(store, account, kind, sites, reach);
      }
      return step;
    },
  };
}

/**
 * The part of what a scan runs over that must belong to the scope, else a merge is quicker. Measured: 10,000 rows cost a scan 5 ms, and a
 * merge 13 ms and 5 to 10 ms more for each thousand of sites.
 */
function worthwhile(sites: number): number {
  return 1 / (2.6 + sites / 500);
}

/** Steps of a merge of the sites' lists; how many sites and rows a step takes follows what the last one met. */
function merge(store: EventStore, account: number, sites: number[], reach: Reach): Walk {
  const { mergeSites, mergeRows, mergeReads, stride } = reach.bounds;
  const statement = mergeStep(reach.filter.event !== null);
  // Without conditions so many sites and rows are always enough for the page, and rarely more than it.
  let size = reach.filter.isEmpty
    ? { sites: reach.wanted, rows: reach.wanted }
    : { sites: Math.min(sites.length, mergeSites), rows: Math.max(mergeRows, Math.floor(mergeReads / 2 / sites.length)) };
  let mayGrow = true;
  return {
    async step(below, missing) {
      for (;;) {
        const sizes: [number, number] = [size.rows, missing];
        const raw = await run(store, statement, reach, { account, below, sizes, sites: [sites, size.sites, mergeReads] });
        const { looked = 0, end, bound } = raw.closing ?? {};
        if (bound !== 'too many') {
          if (mayGrow && looked < stride) size = grown(size, bound === 'sites');
          return { rows: raw.rows, looked, end };
        }
        // Ends: once sites times rows are no more than a step may read, they cannot be too many.
        mayGrow = false;
        size = { sites: Math.ceil(size.sites / 4), rows: Math.ceil(size.rows / 4) };
      }
    },
  };
  function grown({ sites: wide, rows: deep }: typeof size, bySites: boolean): typeof size {
    return bySites ? { sites: Math.min(wide * 4, sites.length), rows: deep } : { sites: wide, rows: Math.min(deep * 4, mergeReads) };
  }
}

async function liveSites(store: EventStore, account: number): Promise<number[]> {
  const text = 'select no from site where account_no = $1';
  return (await rows<[number]>(store.db.work, { name: 'sites of an account', text, values: [account] })).map(([no]) => no);
}
