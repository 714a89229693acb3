import { rows, type Queryable } from '@goal/db';

import { entriesOfRow, type StoredEvent } from './entry-rows.ts';
import type { LogHead } from './log-head.ts';
import { readHeadsBetween, readRows, type LogOf } from './read-entries.ts';

/** An event in a log: its leaf, and what the log keeps of it. */
export type FoundEntry = { index: number; entry: StoredEvent };

/** Leaves of the first step, which finds most ids, and of each further one. */
const [firstLeaves, stepLeaves] = [64, 4096];
/** A commit that got its ids first may be sealed after later ones, by so much at most, in ms. */
const disorderMs = 60_000;

/**
 * SQL that finds the row of an id in the log $1, $2 of $4 rows. The rows know the largest id so
 * far, which never falls: the first row that knows one as large is found by halves. The limit keeps
 * the planner, which may know a log as it was when it was small, from reading all of it for each
 * half.
 */
export const rowOf = (id: string): string => `with recursive s(low, high) as (
      select 0::bigint, $4::bigint
      union all
      select case when e.high >= ${id} then s.low else (s.low + s.high) / 2 + 1 end,
        case when e.high >= ${id} then (s.low + s.high) / 2 else s.high end
      from s cross join lateral (select high from log_entries
          where account = $1::int and log = $2::int and first = ((s.low + s.high) / 2) * ${entriesOfRow} limit 1) e
      where s.low < s.high)
    select low from s where low = high`;
const searching = { name: 'row of an id in a log', text: rowOf('$3::bigint') };

/**
 * Finds an event in a log by its id. `receivedMs`: when it arrived. Undefined: the log does not
 * have it.
 */
export async function findEntry(
  on: Queryable,
  account: number,
  { log, size }: LogHead,
  { id, receivedMs }: { id: number; receivedMs: number },
): Promise<FoundEntry | undefined> {
  const rowsOfLog = Math.ceil(size / entriesOfRow);
  const [low] = await rows<[row: number]>(on, { ...searching, values: [account, log, id, rowsOfLog] });
  if (low === undefined) return undefined;
  for (let from = low[0] * entriesOfRow, leaves = firstLeaves; from < size; from += leaves, leaves = stepLeaves) {
    let isBeyond = false;
    for (const { first, heads } of await readHeadsBetween(on, { account, log }, { from, to: from + leaves })) {
      for (const [at, head] of heads.entries()) {
        if (head.kind === 'note') continue;
        if (head.id === id && first + at < size) return entryAt(on, { account, log }, { first, at });
        isBeyond ||= head.receivedMs >= receivedMs + disorderMs;
      }
    }
    if (isBeyond) return undefined;
  }
  return undefined;
}

async function entryAt(
  on: Queryable,
  of: LogOf,
  { first, at }: { first: number; at: number },
): Promise<FoundEntry | undefined> {
  const [row] = await readRows(on, of, [first]);
  const entry = row?.entries[at];
  return entry?.kind === 'event' ? { index: first + at, entry } : undefined;
}
