import { limits } from '@goal/contract';

import type { EventStore } from './event-store.ts';
import type { FilterValues } from './filter.ts';
import { pageWidth, positionOf, type PageRow } from './page-row.ts';
import type { Order, Position } from './position.ts';
import { rows, timestamp } from './sql.ts';

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

/** What a page looks for: which way and up to which moment ($4 of page-statements.ts), the conditions, and how many rows would be enough. */
export type Reach = { order: Order; upTo: number; filter: FilterValues; wanted: number; bounds: SearchBounds };

/** Where a search goes, and for what. */
export type Search = Reach & { store: EventStore; account: number };

/** One bounded step: what matched, in order, how many rows of the scope it looked at, and where to go on (undefined: nothing is left). */
export type Step = { rows: PageRow[]; looked: number; end: Position | undefined };

/** A way to go through a scope; `step` is called with the end of the step before. */
export type Walk = { step(below: Position, wanted: number): Promise<Step> };

/** A step's rows and its closing row, if it has one (`searchStep`, `mergeStep`). */
type StepRow = [...PageRow, looked: number | null, bound: string | null];

/** Runs one statement of a search; `rest` is what follows the conditions. */
export async function runStep(
  { store, account, order, upTo, filter }: Search,
  statement: { name: string; text: string },
  { below, reads, wanted, rest }: { below: Position; reads: number; wanted: number; rest: unknown[] },
): Promise<Step & { bound: string | null }> {
  const conditions = [...filter.index, ...(filter.event ?? [])];
  const values = [account, timestamp(below.time), below.id, timestamp(upTo), reads, wanted, ...conditions, ...rest];
  const found: PageRow[] = [];
  const step: Step & { bound: string | null } = { rows: found, looked: 0, end: undefined, bound: null };
  for (const row of await rows<StepRow>(store.db.pages, { ...statement, values })) {
    const [id] = row;
    const [looked, bound] = [row[13], row[14]];
    if (looked === null) found.push(row.slice(0, pageWidth) as PageRow); // the first columns of a StepRow are a PageRow
    // An empty position comes back as nulls.
    else Object.assign(step, { looked, bound, end: id === null ? undefined : positionOf(row) });
  }
  // The statement finds the first ones and does not order them.
  const sign = order === 'desc' ? -1 : 1;
  found.sort((a, b) => sign * (a[1] === b[1] ? a[0] - b[0] : a[1] < b[1] ? -1 : 1));
  return step;
}
