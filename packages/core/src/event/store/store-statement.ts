import { rows, type Mark, type Queryable } from '@goal/db';

import { monthMails } from '../../mail/month-mails.ts';
import { int2Array, int4Array, int8Array, textArray, timeArray, uuidArray } from './binary-arrays.ts';

/** A row of the table `event`: a word is a number of the dictionary, or text in the row itself. */
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
  ip: string | null;
  /** Bytes that the account's counter adds. */
  bytes: number;
};

/**
 * Most events that one statement stores. Their ids are a block of 1,024 numbers, of which it uses
 * at most the first 1,000.
 */
export const maxEventsPerStatement = 1000;

/*
 * One statement stores events, counts them, and appends the commit to the tail of each account. It
 * is a transaction of its own, so that no round trip to a client happens while locks are held
 * (docs/decisions/010-event-store.md).
 *
 * Lock order: PostgreSQL runs CTEs that no other part references after the main query, last to
 * first. So locks are taken in the order event, tail_head, accepted_day, kept_day, accepted, kept,
 * and by key within each table. A purge takes them in the same order, so no two of these statements
 * deadlock (docs/decisions/010-event-store.md). The mails of a month read
 * `accepted_by_account` and come after it, so the order stays as it is.
 */
const storing = (more: string): string => `
with block as materialized (
  select nextval('event_block') * 1024 as base, set_config('lock_timeout', $21::text, true)
),
stored as (
  insert into event (id, account, site, occurred_at, code, user_id, post_id, severity, object, event_type, user_agent,
    event_uuid, username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text, ip)
  select block.base + sent.nth, account, site, occurred_at, code, user_id, post_id, severity, object, event_type, user_agent,
    event_uuid, username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text, ip::inet
  from unnest($1::int[], $2::int[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::bigint[], $7::smallint[],
      $8::smallint[], $9::smallint[], $10::smallint[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[],
      $16::text[], $17::text[], $18::text[], $19::text[], $20::text[])
    with ordinality as sent(account, site, occurred_at, code, user_id, post_id, severity, object, event_type, user_agent,
      event_uuid, username, message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text, ip, nth)
    cross join block
  order by account, site, event_uuid, sent.nth
  on conflict (account, site, event_uuid) do nothing
  returning id, account, site, occurred_at, severity
),
kept_by_site as (
  insert into kept as counter (account, site, day, severity, n)
  select account, site, (occurred_at at time zone 'utc')::date, severity, count(*)
  from stored group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (account, site, day, severity) do update set n = counter.n + excluded.n
),
accepted_by_site as (
  insert into accepted as counter (account, site, day, events, bytes)
  select account, site, (now() at time zone 'utc')::date, count(*), sum(($22::int[])[(id - block.base)::int])
  from stored cross join block group by 1, 2 order by 1, 2
  on conflict (account, site, day)
    do update set events = counter.events + excluded.events, bytes = counter.bytes + excluded.bytes
),
kept_by_account as (
  insert into kept_day as counter (account, day, severity, n)
  select account, (occurred_at at time zone 'utc')::date, severity, count(*)
  from stored group by 1, 2, 3 order by 1, 2, 3
  on conflict (account, day, severity) do update set n = counter.n + excluded.n
),
accepted_by_account as (
  insert into accepted_day as counter (account, day, events, bytes)
  select account, (now() at time zone 'utc')::date, count(*), sum(($22::int[])[(id - block.base)::int])
  from stored cross join block group by 1, 2 order by 1, 2
  on conflict (account, day)
    do update set events = counter.events + excluded.events, bytes = counter.bytes + excluded.bytes
  returning account, day, events
),
commits as (
  select account, min(id) as first_id, max(id) as last_id, count(*) as events from stored group by account
),
${monthMails('accepted_by_account', 'commits')},
tail_ends as (
  insert into tail_head as head (account, last) select account, 1 from commits order by account
  on conflict (account) do update set last = head.last + 1
  returning account, last
),
tail_rows as (
  insert into tail (account, seq, first_id, last_id)
  select account, tail_ends.last, first_id, last_id from commits join tail_ends using (account)
)
select count(*), case when count(*) < cardinality($1) then array_agg(id % 1024)::text end${more} from stored`;

type StoreAnswer = [count: number, ordinals: string | null, xid?: number | null, lsn?: number];

const plain = { name: 'store events', text: storing('') };
/** Read behind the first change of the transaction (docs/decisions/073-failover.md). */
const marked = {
  name: 'store events and tell the transaction',
  text: storing(
    `, pg_current_xact_id_if_assigned()::text::bigint, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`,
  ),
};

/**
 * Stores at most 1,000 events durably; their ids follow their order. Waits at most `lockTimeoutMs`
 * for a lock. Returns `all`, or the indexes (from 0) of the stored events; the others are
 * duplicates, of earlier events or of each other (rulings §7.5). `onMark` learns of the
 * transaction.
 */
export async function runStore(
  on: Queryable,
  events: StoreRow[],
  lockTimeoutMs: number,
  onMark?: (mark: Mark) => void,
): Promise<Set<number> | 'all'> {
  const values = [
    int4Array(events, (e) => e.account),
    int4Array(events, (e) => e.site),
    timeArray(events, (e) => e.occurredAt),
    int8Array(events, (e) => e.code),
    int8Array(events, (e) => e.userId),
    int8Array(events, (e) => e.postId),
    int2Array(events, (e) => e.severity),
    int2Array(events, (e) => e.object),
    int2Array(events, (e) => e.eventType),
    int2Array(events, (e) => e.userAgent),
    uuidArray(events, (e) => e.eventUuid),
    textArray(events, (e) => e.username),
    textArray(events, (e) => e.message),
    textArray(events, (e) => e.sessionId),
    textArray(events, (e) => e.postType),
    textArray(events, (e) => e.postStatus),
    textArray(events, (e) => e.objectText),
    textArray(events, (e) => e.eventTypeText),
    textArray(events, (e) => e.userAgentText),
    textArray(events, (e) => e.ip),
    String(lockTimeoutMs),
    int4Array(events, (e) => e.bytes),
  ];
  const [answer] = await rows<StoreAnswer>(on, { ...(onMark === undefined ? plain : marked), values });
  if (answer === undefined) throw new Error('the statement that stores events returned no row');
  const [count, ordinals, xid = null, lsn] = answer;
  if (lsn !== undefined) onMark?.({ xid, lsn });
  if (count === events.length) return 'all';
  return new Set(
    (ordinals ?? '{}')
      .slice(1, -1)
      .split(',')
      .filter(Boolean)
      .map((ordinal) => Number(ordinal) - 1),
  );
}
