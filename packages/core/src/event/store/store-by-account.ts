import assert from 'node:assert/strict';

import { rows, timestamp, type Database, type Queryable } from '@goal/db';

import { insertMonthMails } from '../../mail/month-mails.ts';
import { inTransaction } from '../in-transaction.ts';
import type { StoreRow } from './store-statement.ts';

/**
 * Does what `runStore` does for the events of one account, where the rows of events are spread over
 * several machines (docs/decisions/067-statements-for-citus.md): a transaction of single
 * statements. Each reaches the rows of the account by a constant, and so its machine alone, or
 * names ordinary tables only. So a machine that is down stops its own accounts and no others. Takes
 * locks in the order of `runStore`.
 */
export async function storeByAccount(
  pool: Pick<Database['ingest'], 'connect'>,
  events: StoreRow[],
  lockTimeoutMs: number,
): Promise<Set<number> | 'all'> {
  const [first] = events;
  if (first === undefined) return 'all';
  const { account } = first;
  return inTransaction(pool, async (session) => {
    assert(
      events.every((event) => event.account === account),
      'events of several accounts in one transaction',
    );
    const [begun] = await rows<[base: number, today: string]>(session, { ...begin, values: [String(lockTimeoutMs)] });
    if (begun === undefined) throw new Error('a block of ids without a row');
    const [base, today] = begun;
    const ids = await insertEvents(session, base, events);
    if (ids.length === 0) return new Set<number>();
    const indexes = new Set(ids.map((id) => id - base - 1));
    const stored = events.filter((_, index) => indexes.has(index));
    await appendToTail(session, account, ids);
    await countArrivals(session, { account, today }, stored);
    await countEvents(session, { account, today }, stored);
    return stored.length === events.length ? 'all' : indexes;
  });
}

/** A block of ids, and the one UTC day by which the commit is counted. */
const begin = {
  name: 'begin to store',
  text: `select nextval('event_block') * 1024, (now() at time zone 'utc')::date::text, set_config('lock_timeout', $1::text, true)`,
};

type Cell = string | number | null;

/** The columns of an event behind its account and id, with the types of their texts. */
const columns: readonly [name: string, type: string, valueOf: (event: StoreRow) => Cell][] = [
  ['site', 'int', (e) => e.site],
  ['occurred_at', 'timestamptz', (e) => timestamp(e.occurredAt)],
  ['code', 'bigint', (e) => e.code],
  ['user_id', 'bigint', (e) => e.userId],
  ['post_id', 'bigint', (e) => e.postId],
  ['severity', 'smallint', (e) => e.severity],
  ['object', 'smallint', (e) => e.object],
  ['event_type', 'smallint', (e) => e.eventType],
  ['user_agent', 'smallint', (e) => e.userAgent],
  ['event_uuid', 'uuid', (e) => e.eventUuid],
  ['username', 'text', (e) => e.username],
  ['message', 'text', (e) => e.message],
  ['session_id', 'text', (e) => e.sessionId],
  ['post_type', 'text', (e) => e.postType],
  ['post_status', 'text', (e) => e.postStatus],
  ['object_text', 'text', (e) => e.objectText],
  ['event_type_text', 'text', (e) => e.eventTypeText],
  ['user_agent_text', 'text', (e) => e.userAgentText],
  ['ip', 'inet', (e) => e.ip],
];

/**
 * Inserts in the order of keys, so that two commits lock in one order; returns the ids in that of
 * `events`. Numbers stand in the text, against 65,535 parameters.
 */
async function insertEvents(session: Queryable, base: number, events: StoreRow[]): Promise<number[]> {
  const values: Cell[] = [];
  const written = (value: Cell, type: string): Cell =>
    typeof value === 'string' ? `$${values.push(value)}::${type}` : (value ?? 'null');
  const ordered = events.map((event, index) => ({ event, id: base + index + 1 })).sort(byKey);
  const tuples = ordered.map(({ event, id }) => [
    event.account,
    id,
    ...columns.map(([, type, valueOf]) => written(valueOf(event), type)),
  ]);
  const text = `insert into event (account, id, ${columns.map(([name]) => name).join(', ')}) values ${listed(tuples)}
    on conflict (account, site, event_uuid) do nothing returning id`;
  const stored = await rows<[id: number]>(session, { name: '', text, values });
  return stored.map(([id]) => id);
}

type Ordered = { event: StoreRow; id: number };

/** By site, then by UUID as PostgreSQL orders it with nulls last, then as they were sent. */
function byKey({ event: a, id: first }: Ordered, { event: b, id: second }: Ordered): number {
  if (a.site !== b.site) return a.site - b.site;
  const [one, other] = [a.eventUuid?.toLowerCase() ?? 'none', b.eventUuid?.toLowerCase() ?? 'none'];
  if (one === other) return first - second;
  return one < other ? -1 : 1;
}

const listed = (tuples: readonly (readonly Cell[])[]): string =>
  tuples.map((tuple) => `(${tuple.join(', ')})`).join(', ');

async function appendToTail(session: Queryable, account: number, ids: number[]): Promise<void> {
  const [head] = await rows<[last: number]>(session, { ...raiseHead, values: [account] });
  const ascending = ids.toSorted((a, b) => a - b);
  await rows(session, { ...addToTail, values: [account, head?.[0], ascending[0], ascending.at(-1)] });
}

const raiseHead = {
  name: 'raise the end of a tail',
  text: `insert into tail_head as head (account, last) values ($1::int, 1)
    on conflict (account) do update set last = head.last + 1 returning last`,
};
const addToTail = {
  name: 'add to a tail',
  text: 'insert into tail (account, seq, first_id, last_id) values ($1::int, $2::bigint, $3::bigint, $4::bigint)',
};

type Commit = { account: number; today: string };

/**
 * Counts the account's arrivals of today, and writes the mails about its month. Under the row that
 * counts them it judges the hard limit as `runStore` does, by a mail that the table refuses.
 */
async function countArrivals(session: Queryable, { account, today }: Commit, stored: StoreRow[]): Promise<void> {
  const day = [account, today, stored.length, bytesOf(stored)];
  const [ofDay] = await rows<[events: number]>(session, { ...countDay, values: day });
  const [before] = await rows<[events: number]>(session, { ...earlierInMonth, values: [account, today] });
  const accepted = (ofDay?.[0] ?? 0) + (before?.[0] ?? 0);
  await rows(session, { ...writeMails, values: [account, today, accepted, stored.length] });
}

const bytesOf = (events: StoreRow[]): number => events.reduce((sum, { bytes }) => sum + bytes, 0);

const countDay = {
  name: 'count a day',
  text: `insert into accepted_day as counter (account, day, events, bytes)
    values ($1::int, $2::date, $3::bigint, $4::bigint) on conflict (account, day)
      do update set events = counter.events + excluded.events, bytes = counter.bytes + excluded.bytes
    returning events`,
};
const earlierInMonth = {
  name: 'accepted earlier in a month',
  text: `select coalesce(sum(events), 0)::bigint from accepted_day
    where account = $1::int and day >= date_trunc('month', $2::date::timestamp)::date and day < $2::date`,
};
/** Names ordinary tables only. */
const writeMails = {
  name: 'mails of a month',
  text: insertMonthMails({
    accounts: 'account a cross join (select $2::date as day) t',
    accepted: '$3::bigint',
    only: 'a.no = $1::int',
    more: ', (null, p.hard_limit_events + $4::bigint, null)',
  }),
};

/** Counts the events by their days, and each site's arrivals, in the order of the keys. */
async function countEvents(session: Queryable, { account, today }: Commit, stored: StoreRow[]): Promise<void> {
  const dayOf = ({ occurredAt }: StoreRow): string => `'${timestamp(occurredAt).slice(0, 10)}'`;
  const count = async (into: string, keys: readonly string[], tuples: Cell[][], figures: string[]): Promise<void> => {
    const columnsOf = [...keys, ...figures].join(', ');
    const sums = figures.map((figure) => `${figure} = counter.${figure} + excluded.${figure}`).join(', ');
    const text = `insert into ${into} as counter (${columnsOf}) values ${listed(tuples)}
      on conflict (${keys.join(', ')}) do update set ${sums}`;
    await rows(session, { name: '', text, values: [] });
  };
  const byDay = grouped(stored, (e) => [dayOf(e), e.severity]);
  const bySite = grouped(stored, (e) => [e.site]);
  const bySiteAndDay = grouped(stored, (e) => [e.site, dayOf(e), e.severity]);
  const kept = bySiteAndDay.map(({ key, events }) => [account, ...key, events.length]);
  await count(
    'kept_day',
    ['account', 'day', 'severity'],
    byDay.map(({ key, events }) => [account, ...key, events.length]),
    ['n'],
  );
  await count(
    'accepted',
    ['account', 'site', 'day'],
    bySite.map(({ key, events }) => [account, ...key, `'${today}'`, events.length, bytesOf(events)]),
    ['events', 'bytes'],
  );
  await count('kept', ['account', 'site', 'day', 'severity'], kept, ['n']);
}

type CountedGroup = { key: Cell[]; events: StoreRow[] };

/** Groups events by a key, in the order of the keys. */
function grouped(events: StoreRow[], keyOf: (event: StoreRow) => (string | number)[]): CountedGroup[] {
  const groups = new Map<string, { key: (string | number)[]; events: StoreRow[] }>();
  for (const event of events) {
    const key = keyOf(event);
    const group = groups.get(key.join(' '));
    if (group === undefined) groups.set(key.join(' '), { key, events: [event] });
    else group.events.push(event);
  }
  return [...groups.values()].sort(({ key: a }, { key: b }) => {
    const differs = a.findIndex((value, index) => value !== b[index]);
    return (a[differs] ?? 0) < (b[differs] ?? 0) ? -1 : 1;
  });
}
