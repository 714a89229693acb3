import { rows, type Queryable } from '@goal/db';

import { byId } from '../../event/read/page-statements.ts';
import { entriesOfRow } from './entry-rows.ts';
import { findEntry, rowOf } from './find-entry.ts';
import type { LogHead } from './log-head.ts';
import { readRows } from './read-entries.ts';

/** The same search as for one entry, for many ids at once. */
export const searching = {
  name: 'rows of ids in a log',
  text: `select q.id, f.low from unnest($3::bigint[]) q(id) cross join lateral (${rowOf('q.id')}) f`,
};
export const arrivals = {
  name: 'arrivals of redacted events',
  text: `select r.id, coalesce(e.received_at, r.at) from unnest($2::bigint[]) q(id)
    cross join lateral (select id, at from redacted_event where account = $1::int and id = q.id limit 1) r
    left join lateral ${byId('r', 'received_at')} e on true`,
};

/**
 * The numbers of redacted events in the logs of an account, by their ids; those that no log has are
 * missing. Numbers go on from log to log, and an event is in one of them.
 */
export async function findNumbers(
  on: Queryable,
  account: number,
  heads: readonly LogHead[],
  ids: readonly number[],
): Promise<Map<number, number>> {
  const numbers = new Map<number, number>();
  for (const head of heads.toReversed()) {
    const missing = ids.filter((id) => !numbers.has(id));
    if (missing.length === 0) break;
    for (const [id, n] of await numbersIn(on, account, head, missing)) numbers.set(id, n);
  }
  return numbers;
}

async function numbersIn(
  on: Queryable,
  account: number,
  head: LogHead,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { log, size } = head;
  const values = [account, log, ids, Math.ceil(size / entriesOfRow)];
  const found = await rows<[id: number, row: number]>(on, { ...searching, values });
  const firsts = [...new Set(found.map(([, row]) => row * entriesOfRow))].filter((first) => first < size);
  const wanted = new Set(ids);
  const numbers = new Map<number, number>();
  for (const { entries } of await readRows(on, { account, log }, firsts))
    for (const entry of entries) if (entry.kind === 'event' && wanted.has(entry.id)) numbers.set(entry.id, entry.n);
  // The ids of a commit that was sealed behind later ones stand further on.
  const others = ids.filter((id) => !numbers.has(id));
  if (others.length === 0) return numbers;
  for (const [id, at] of await rows<[id: number, at: string]>(on, { ...arrivals, values: [account, others] })) {
    const entry = await findEntry(on, account, head, { id, receivedMs: Date.parse(at) });
    if (entry !== undefined) numbers.set(id, entry.entry.n);
  }
  return numbers;
}
