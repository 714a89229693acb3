import { rows, type Queryable } from '@goal/db';

import { entriesOfRow, type StoredEvent } from './entry-rows.ts';
import type { LogHead } from './log-head.ts';
import { readRowsBetween } from './read-entries.ts';

/** An event in a log: its leaf, and what the log keeps of it. */
export type FoundEntry = { index: number; entry: StoredEvent };

/**
 * Leaves that the first step of the search reads, where most ids are found, and that each further
 * one reads.
 */
const [firstLeaves, stepLeaves] = [64, 1024];
/** A commit that got its ids first may be sealed after later ones, by so much at most, in ms. */
const disorderMs = 60_000;

/**
 * The rows know the largest id so far, which never falls: the first row that knows one as large is
 * found by halves.
 */
const searching = {
  name: 'row of an id in a log',
  text: `with recursive s(low, high) as (
      select 0::bigint, $4::bigint
      union all
      select case when e.high >= $3::bigint then s.low else (s.low + s.high) / 2 + 1 end,
        case when e.high >= $3::bigint then (s.low + s.high) / 2 else s.high end
      from s join log_entries e on e.account = $1::int and e.log = $2::int and e.first = ((s.low + s.high) / 2) * ${entriesOfRow}
      where s.low < s.high)
    select low from s where low = high`,
};

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
  const [row] = await rows<[low: number]>(on, { ...searching, values: [account, log, id, rowsOfLog] });
  if (row === undefined) return undefined;
  for (let from = row[0] * entriesOfRow, leaves = firstLeaves; from < size; from += leaves, leaves = stepLeaves) {
    let isBeyond = false;
    for (const { first, entries } of await readRowsBetween(on, { account, log }, { from, to: from + leaves })) {
      for (const [at, entry] of entries.entries()) {
        if (entry.kind === 'note') continue;
        if (entry.id === id && first + at < size) return { index: first + at, entry };
        isBeyond ||= entry.receivedMs >= receivedMs + disorderMs;
      }
    }
    if (isBeyond) return undefined;
  }
  return undefined;
}
