import { limits } from '@goal/contract';
import { timestamp, type Statement } from '@goal/db';

import { conditionValues, type FilterValues } from './filter.ts';
import type { Range } from './page-statements.ts';
import type { Order, Position } from '../../ground/position.ts';

/** How much a step does, and when a search may stop. Tests shrink these bounds. */
export type SearchBounds = {
  /** Rows of the scope that a search examines before its page may be short (rulings §6.4). */
  candidates: number;
  /** A search that has examined `candidates` rows stops once this time is over, in milliseconds. */
  timeoutMs: number;
  /** Rows that one step of a scan reads. */
  stride: number;
  /** The first step of a merge: how many sites it takes, and at least how many rows of each. */
  mergeSites: number;
  mergeRows: number;
  /** Rows that one step of a merge may read. */
  mergeReads: number;
};

export const searchBounds: SearchBounds = {
  candidates: limits.candidates,
  timeoutMs: 5,
  stride: limits.candidates,
  mergeSites: 1000,
  mergeRows: 200,
  // A page of 200 rows without conditions needs no more.
  mergeReads: 41_000,
};

/** Order, last moment ($4 of page-statements.ts), conditions, and how many rows suffice. */
export type SearchReach = { order: Order; upTo: number; filter: FilterValues; wanted: number; bounds: SearchBounds };

/** A search within one account, its statements, and how they are run. */
export type Search<Found> = SearchReach & {
  account: number;
  statements: StepStatements;
  run: (statement: Statement) => Promise<Step<Found>>;
};

/** The statements of a search's steps. `extra`: values behind all others. */
export type StepStatements = {
  scan: (range: Range) => { name: string; text: string };
  merge: () => { name: string; text: string };
  span: () => { name: string; text: string };
  extra: unknown[];
};

/**
 * The result of one bounded step: the matching rows in order and their count, how many rows of the
 * scope it examined, the time of the last of these (undefined: there is none), the position to
 * continue from (undefined: nothing is left), and what set its bound (`mergeStep`, `spanStep`).
 */
export type Step<Found> = {
  found: Found;
  count: number;
  looked: number;
  lastAt: number | undefined;
  end: Position | undefined;
  bound: string | null;
  /** False where it found enough rows, or ran out of memory for them. */
  isClosed: boolean;
};

/** A way through a scope. A step begins where the last ended; `lacking` rows are its aim. */
export type Walk<Found> = { step(below: Position, wanted: number, lacking?: number): Promise<Step<Found>> };

/**
 * How many rows of the scope a step aims at: a tenth more than are lacking, because a step cannot
 * foresee its rows exactly, and at least an eighth of a stride.
 */
export const aimAt = (lacking: number, { stride }: SearchBounds): number => Math.max(lacking * 1.1, stride / 8);

/** Runs one statement of a search. `rest` holds the parameters after the conditions. */
export function runStep<Found>(
  { run, account, upTo, filter, statements }: Search<Found>,
  statement: { name: string; text: string },
  { below, reads, wanted, rest }: { below: Position; reads: number; wanted: number; rest: unknown[] },
): Promise<Step<Found>> {
  const conditions = conditionValues(filter);
  const values = [
    account,
    timestamp(below.time),
    below.id,
    timestamp(upTo),
    reads,
    wanted,
    ...conditions,
    ...rest,
    ...statements.extra,
  ];
  return run({ ...statement, values });
}
