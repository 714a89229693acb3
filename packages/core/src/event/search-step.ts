import { limits } from '@goal/contract';
import { timestamp, type Statement } from '@goal/db';

import type { FilterValues } from './filter.ts';
import type { Order, Position } from '../ground/position.ts';

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
  patience: 5,
  stride: limits.candidates,
  mergeSites: 1000,
  mergeRows: 200,
  // As many as a page of 200 without conditions can need.
  mergeReads: 41_000,
};

/** What a page looks for: which way and up to which moment ($4 of page-statements.ts), the conditions, and how many rows would be enough. */
export type Reach = { order: Order; upTo: number; filter: FilterValues; wanted: number; bounds: SearchBounds };

/** Where a search goes, for what, and how its statements are run. */
export type Search<Found> = Reach & { account: number; run: (statement: Statement) => Promise<Step<Found>> };

/**
 * One bounded step: what matched, in order, and how much of it; how many rows of the scope it looked at, where to go on (undefined: nothing is
 * left), and what set its bound (`mergeStep`).
 */
export type Step<Found> = {
  found: Found;
  count: number;
  looked: number;
  end: Position | undefined;
  bound: string | null;
  /** It came to its end and says so; not where rows were as many as wanted, or had no more room. */
  isClosed: boolean;
};

/** A way to go through a scope; `step` is called with the end of the step before. */
export type Walk<Found> = { step(below: Position, wanted: number): Promise<Step<Found>> };

/** Runs one statement of a search; `rest` is what follows the conditions. */
export function runStep<Found>(
  { run, account, upTo, filter }: Search<Found>,
  statement: { name: string; text: string },
  { below, reads, wanted, rest }: { below: Position; reads: number; wanted: number; rest: unknown[] },
): Promise<Step<Found>> {
  const conditions = [...filter.index, ...(filter.event ?? [])];
  const values = [account, timestamp(below.time), below.id, timestamp(upTo), reads, wanted, ...conditions, ...rest];
  return run({ ...statement, values });
}
