import { rows, type Queryable } from '@goal/db';
import { eventEntry, type Hash } from '@goal/signed-log';

import { dayMs } from '../../ground/day.ts';
import {
  decodeEntries,
  decodeHeads,
  entriesOfRow,
  type StoredEntry,
  type StoredEvent,
  type StoredHead,
} from './entry-rows.ts';

/** A log of an account, by its number. */
export type LogOf = { account: number; log: number };

/** A row of entries, which begins at the leaf `first`; `root` is there once it is full. */
export type ReadRow = { first: number; entries: StoredEntry[]; root: Hash | undefined };

type EntriesRow = [first: number, heads: string, commitments: string, root: string | null];

const columns = `first, encode(heads, 'base64'), encode(commitments, 'base64'), encode(root, 'base64')`;
const range = {
  name: 'entries of a log',
  text: `select ${columns} from log_entries
    where account = $1::int and log = $2::int and first >= $3::bigint and first < $4::bigint order by first`,
};
export const some = {
  name: 'some rows of a log',
  text: `select e.* from unnest($3::bigint[]) q(first) cross join lateral (
      select ${columns} from log_entries where account = $1::int and log = $2::int and first = q.first limit 1) e`,
};

const toRow = ([first, heads, commitments, root]: EntriesRow): ReadRow => ({
  first,
  entries: decodeEntries({ heads: Buffer.from(heads, 'base64'), commitments: Buffer.from(commitments, 'base64') }),
  root: root === null ? undefined : Buffer.from(root, 'base64').toString('latin1'),
});

/** The rows that begin at these leaves, in no order. */
export async function readRows(on: Queryable, { account, log }: LogOf, firsts: readonly number[]): Promise<ReadRow[]> {
  if (firsts.length === 0) return [];
  return (await rows<EntriesRow>(on, { ...some, values: [account, log, firsts] })).map(toRow);
}

/**
 * The rows of the leaves from `from` up to but not `to`, in their order; the first one may begin
 * before `from`. Those that somebody deleted by hand are missing.
 */
export async function readRowsBetween(
  on: Queryable,
  { account, log }: LogOf,
  { from, to }: { from: number; to: number },
): Promise<ReadRow[]> {
  const values = [account, log, from - (from % entriesOfRow), to];
  return (await rows<EntriesRow>(on, { ...range, values })).map(toRow);
}

const rangeOfHeads = {
  name: 'heads of entries of a log',
  text: `select first, encode(heads, 'base64') from log_entries
    where account = $1::int and log = $2::int and first >= $3::bigint and first < $4::bigint order by first`,
};

/**
 * The rows that begin at the leaves from `from` up to but not `to`, without commitments and notes.
 */
export async function readHeadsBetween(
  on: Queryable,
  { account, log }: LogOf,
  { from, to }: { from: number; to: number },
): Promise<{ first: number; heads: StoredHead[] }[]> {
  const found = await rows<[first: number, heads: string]>(on, { ...rangeOfHeads, values: [account, log, from, to] });
  return found.map(([first, heads]) => ({ first, heads: decodeHeads(Buffer.from(heads, 'base64')) }));
}

/** Remembers the last text: most entries have the time of the entry before. */
function remembersLast(textOf: (time: number) => string): (time: number) => string {
  let last: { time: number; text: string } | undefined;
  return (time) => {
    if (last?.time !== time) last = { time, text: textOf(time) };
    return last.text;
  };
}
const textOfDay = remembersLast((day) => new Date(day * dayMs).toISOString().slice(0, 10));
const textOfTime = remembersLast((ms) => new Date(ms).toISOString());

/** The UTC day of an entry, YYYY-MM-DD. */
export const dayOf = ({ day }: Pick<StoredEvent, 'day'>): string => textOfDay(day);

/** An entry as it is hashed. */
export function entryText(entry: StoredEntry, siteIdOf: (site: number) => string): string {
  if (entry.kind === 'note') return entry.text.startsWith('{') ? `note ${entry.text}` : entry.text;
  return eventEntry(partsOf(entry, siteIdOf(entry.site)));
}

/** What of an event stays in the log. */
export function partsOf(entry: StoredEvent, siteId: string): Parameters<typeof eventEntry>[0] {
  const { n, id, receivedMs, commitment } = entry;
  return { siteId, n, id, occurredOn: dayOf(entry), receivedAt: textOfTime(receivedMs), commitment };
}
