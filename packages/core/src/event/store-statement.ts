import { rows, timestamp, type Queryable } from '@goal/db';

import { fairUseCrossing } from '../mail/fair-use-crossing.ts';
import { arrayOf, textArrayOf } from './array-literals.ts';

/** An event as the table takes it: words of the dictionary as numbers, or as text where they stand in the event itself. */
export type StoreRow = {
  account: number;
  site: number;
  occurredAt: number;
  code: number;
  userId: number;
  postId: number | null;
  severity: number;
  object: number | null;
  eventType: number | null;
  userAgent: number | null;
  eventUuid: string | null;
  username: string;
  message: string;
  sessionId: string | null;
  postType: string | null;
  postStatus: string | null;
  objectText: string | null;
  eventTypeText: string | null;
  userAgentText: string | null;
  /** For the account's counter. */
  bytes: number;
};

/** Events of one statement: its ids are a block of 1,024 numbers, of which the first 1,000 are used. */
export const eventsAStatement = 1000;

/*
 * One statement stores events, counts them and gives them their place in the tail of their account; it is a transaction of its own, so that
 * nothing of a client happens while locks are held (docs/decisions/010-event-store.md). After the events PostgreSQL runs the parts that nobody
 * reads from the last to the first: so locks are taken in the order event, tail_head, accepted_day, kept_day, accepted, kept, by key within
 * each. A purge takes them in the same order, so no two of these statements wait for each other in a circle (docs/decisions/015-day-counters.md).
 * The mail of fair use stands behind accepted_day, which it reads, and so leaves the order as it is.
 */
const text = `
with b as materialized (select nextval('event_block') * 1024 as base, set_config('lock_timeout', $20::text, true)),
ins as (
  insert into event (id, account, site, occurred_at, code, user_id, post_id, severity, object, event_type, user_agent, event_uuid,
    username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text)
  select b.base + v.o, account, site, occurred_at, code, user_id, post_id, severity, object, event_type, user_agent, event_uuid,
    username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text
  from unnest($1::int[], $2::int[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::bigint[], $7::smallint[], $8::smallint[],
    $9::smallint[], $10::smallint[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
    $18::text[], $19::text[]) with ordinality as v(account, site, occurred_at, code, user_id, post_id, severity, object,
    event_type, user_agent, event_uuid, username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text, o)
    cross join b
  order by account, site, event_uuid, v.o
  on conflict (account, site, event_uuid) do nothing
  returning id, account, site, occurred_at, severity),
k as (
  insert into kept as k (account, site, day, severity, n)
  select account, site, (occurred_at at time zone 'utc')::date, severity, count(*) from ins group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (account, site, day, severity) do update set n = k.n + excluded.n),
a as (
  insert into accepted as a (account, site, day, events, bytes)
  select account, site, (now() at time zone 'utc')::date, count(*), sum(($21::int[])[(id - b.base)::int]) from ins cross join b
  group by 1, 2 order by 1, 2
  on conflict (account, site, day) do update set events = a.events + excluded.events, bytes = a.bytes + excluded.bytes),
kd as (
  insert into kept_day as k (account, day, severity, n)
  select account, (occurred_at at time zone 'utc')::date, severity, count(*) from ins group by 1, 2, 3 order by 1, 2, 3
  on conflict (account, day, severity) do update set n = k.n + excluded.n),
ad as (
  insert into accepted_day as a (account, day, events, bytes)
  select account, (now() at time zone 'utc')::date, count(*), sum(($21::int[])[(id - b.base)::int]) from ins cross join b
  group by 1, 2 order by 1, 2
  on conflict (account, day) do update set events = a.events + excluded.events, bytes = a.bytes + excluded.bytes
  returning account, day, events),
${fairUseCrossing('ad')},
r as (select account, min(id) as first_id, max(id) as last_id from ins group by account),
h as (
  insert into tail_head as h (account, last) select account, 1 from r order by account
  on conflict (account) do update set last = h.last + 1 returning account, last),
j as (insert into tail (account, seq, first_id, last_id) select account, h.last, first_id, last_id from r join h using (account))
select count(*), case when count(*) < cardinality($1) then array_agg(id % 1024)::text end from ins`;

/**
 * Stores the events durably, at most 1,000. Ids follow their order. Waits at most `lockTimeoutMs` for a lock. Returns the places (from 0) of
 * those that were stored; the others were duplicates, of earlier ones in the list as well (rulings §7.5).
 */
export async function runStore(on: Queryable, events: StoreRow[], lockTimeoutMs: number): Promise<Set<number> | 'all'> {
  const values = [
    arrayOf(events, (e) => e.account),
    arrayOf(events, (e) => e.site),
    textArrayOf(events, (e) => timestamp(e.occurredAt)),
    arrayOf(events, (e) => e.code),
    arrayOf(events, (e) => e.userId),
    arrayOf(events, (e) => e.postId),
    arrayOf(events, (e) => e.severity),
    arrayOf(events, (e) => e.object),
    arrayOf(events, (e) => e.eventType),
    arrayOf(events, (e) => e.userAgent),
    arrayOf(events, (e) => e.eventUuid),
    textArrayOf(events, (e) => e.username),
    textArrayOf(events, (e) => e.message),
    textArrayOf(events, (e) => e.sessionId),
    textArrayOf(events, (e) => e.postType),
    textArrayOf(events, (e) => e.postStatus),
    textArrayOf(events, (e) => e.objectText),
    textArrayOf(events, (e) => e.eventTypeText),
    textArrayOf(events, (e) => e.userAgentText),
    String(lockTimeoutMs),
    arrayOf(events, (e) => e.bytes),
  ];
  const [answer] = await rows<[number, string | null]>(on, { name: 'store events', text, values });
  if (answer === undefined) throw new Error('the statement that stores events returned no row');
  const [count, places] = answer;
  if (count === events.length) return 'all';
  return new Set(
    (places ?? '{}')
      .slice(1, -1)
      .split(',')
      .filter(Boolean)
      .map((place) => Number(place) - 1),
  );
}
