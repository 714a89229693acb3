import { sinkTypes, streamTroubles } from '@goal/contract';
import { rows, type Database, type Prisma } from '@goal/db';

import type { Core } from '../../core.ts';
import type { Pace } from './delivery-turns.ts';
import type { Place, SentStream, Untold } from './stream-batch.ts';
import { filtersOf, openSinkOf } from './stream-row.ts';

/*
 * An instance works on a stream while it holds its lease: an id that it renews. Every write of a
 * position says «where the lease is mine»; a statement that changes no row means that the lease is
 * lost, or that somebody changed, paused or deleted the stream. Then the instance stops. Two
 * instances at once for a moment mean repeats, and never a position that goes back.
 */

/** Seconds for which a lease lasts without renewal. */
const leaseSeconds = 30;
/** How often a lease is renewed. */
export const renewMs = 10_000;
/** Minutes within which the refusals of one event count. */
const asideMinutes = 15;
/** Seconds between two mails of a stream. */
export const mailSeconds = 600;
/** Streams that one look returns. */
const lookSize = 1000;
/** Streams that one statement leases at most. */
export const leasedAtOnce = 64;

/** A stream that this process works on. */
export type LeasedStream = SentStream & {
  rowId: number;
  lease: string;
  era: number;
  place: Place;
  attempts: number;
  refused: { id: number; count: number } | undefined;
  pace: Pace;
  /** Where the file of the object store ends that is being put. */
  fileEnd: Place | undefined;
  untold: Untold;
};

/** An active stream, and whether it may have work beside what its account's tail tells. */
export type ActiveStream = { rowId: number; account: number; place: Place; isFree: boolean; hasRetry: boolean };

/** The active streams after a number, a page of them in the order of their numbers. */
export async function activeStreams({ work }: Pick<Database, 'work'>, after: number): Promise<ActiveStream[]> {
  type Row = [rowId: number, account: number, seq: number, eventId: number, isFree: string, hasRetry: string];
  const found = await rows<Row>(work, {
    name: 'active streams',
    text: `select s.no, s.account_no, s.seq, s.event_id,
        s.next_at <= clock_timestamp() and (s.lease_until is null or s.lease_until < clock_timestamp()),
        exists (select from stream_set_aside a where a.stream_no = s.no and a.retry) or s.untold <> '{}'
      from stream s where s.status = 'active' and s.no > $1::int order by s.no limit $2::int`,
    values: [after, lookSize],
  });
  return found.map(([rowId, account, seq, eventId, isFree, hasRetry]) => ({
    rowId,
    account,
    place: { seq, eventId },
    isFree: isFree === 't',
    hasRetry: hasRetry === 't',
  }));
}

/**
 * Leases those of these streams that are due and free, each by an id of its own. A stream of a type
 * that a newer version brought waits for an instance of it.
 */
export async function leaseStreams(
  { work }: Pick<Database, 'work'>,
  streams: readonly number[],
): Promise<LeasedStream[]> {
  type Row = {
    no: number;
    id: string;
    name: string;
    sink: Prisma.JsonValue;
    sealed: Buffer;
    filters: Prisma.JsonValue;
    lease: string;
    account_no: number;
    account_id: string;
    era: string;
    seq: string;
    event_id: string;
    attempts: number;
    refused_id: string | null;
    refused_count: number;
    has_delivered: boolean;
    file_seq: string | null;
    file_event_id: string | null;
    untold: Untold;
  };
  const { rows: leased } = await work.query<Row>(
    `update stream s set lease = gen_random_uuid(), lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
     from account a
     where a.no = s.account_no and s.no in (
       select no from stream where no = any($1::int[]) and status = 'active' and next_at <= clock_timestamp()
         and sink->>'type' = any($2::text[])
         and (lease_until is null or lease_until < clock_timestamp()) order by no limit ${leasedAtOnce} for update skip locked)
     returning s.no, s.id::text, s.name, s.sink, s.sealed, s.filters, s.lease::text, s.account_no, a.id::text as account_id,
       s.era, s.seq, s.event_id, s.attempts, s.refused_id, s.last_delivery_at is not null as has_delivered,
       s.file_seq, s.file_event_id, s.untold,
       case when s.refused_since > clock_timestamp() - ${asideMinutes} * interval '1 minute' then s.refused_count else 0 end as refused_count`,
    [streams, sinkTypes],
  );
  return leased.map((row) => ({
    rowId: row.no,
    id: row.id,
    name: row.name,
    sink: openSinkOf(row),
    sealed: row.sealed,
    filters: filtersOf(row),
    lease: row.lease,
    account: { rowId: row.account_no, id: row.account_id },
    era: Number(row.era),
    place: { seq: Number(row.seq), eventId: Number(row.event_id) },
    attempts: row.attempts,
    refused: row.refused_id === null ? undefined : { id: Number(row.refused_id), count: row.refused_count },
    pace: row.attempts > 0 ? 'slow' : row.has_delivered ? 'prompt' : 'fresh',
    fileEnd: row.file_seq === null ? undefined : { seq: Number(row.file_seq), eventId: Number(row.file_event_id ?? 0) },
    untold: row.untold,
  }));
}

/** Renews leases, and returns those that are still held. */
export async function renewLeases({ work }: Pick<Database, 'work'>, leases: readonly string[]): Promise<Set<string>> {
  const { rows: renewed } = await work.query<{ lease: string }>(
    `update stream set lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
     where lease = any($1::uuid[]) and status = 'active' returning lease::text`,
    [leases],
  );
  return new Set(renewed.map(({ lease }) => lease));
}

/** The plan pays for stream `s`; and events that were set aside wait to be sent again. */
const isOpen = `p.api or a.is_reseller or (s.by_member and s.sink->>'type' = 'mail') as "isOpen"`;
const hasRetry = `exists (select from stream_set_aside e where e.stream_no = s.no and e.retry) as "hasRetry"`;

type JudgedLease = { isOpen: boolean; isNoted: boolean; hasRetry: boolean; mailInSeconds: number };

/**
 * Whether the stream may be sent now: undefined if the lease is lost. `isOpen`: the plan pays for
 * it (rulings §15.8). `isNoted`: it says that the plan does not. `hasRetry`: events that were set
 * aside wait to be sent again. `mailInSeconds`: when a stream of mails may send the next one, which
 * no resume and no change hastens; 0 is now.
 */
export async function judgeLease(
  { work }: Pick<Database, 'work'>,
  { rowId, lease }: LeasedStream,
): Promise<JudgedLease | undefined> {
  const { rows: found } = await work.query<JudgedLease>({
    name: 'may a stream be sent',
    text: `select ${isOpen}, coalesce(s.last_error = $3, false) as "isNoted", ${hasRetry},
        case when s.sink->>'type' = 'mail'
          then least($4::float8, greatest(0, $4 - coalesce(extract(epoch from clock_timestamp() - s.last_delivery_at), $4)))
          else 0 end as "mailInSeconds"
      from stream s join account a on a.no = s.account_no join plan p on p.slug = a.plan
      where s.no = $1::int and s.lease = $2::uuid and s.status = 'active'`,
    values: [rowId, lease, streamTroubles.unpaid, mailSeconds],
  });
  return found[0];
}

/**
 * Writes to a stream while its lease is held. `set` is SQL whose values follow $3. Returns false if
 * the lease is lost.
 */
export async function writeLeased(
  { work }: Pick<Database, 'work'>,
  { rowId, lease }: Pick<LeasedStream, 'rowId' | 'lease'>,
  set: string,
  values: unknown[] = [],
): Promise<boolean> {
  const { rowCount } = await work.query(
    `update stream set ${set} where no = $1::int and lease = $2::uuid and status = 'active'`,
    [rowId, lease, ...values],
  );
  return rowCount === 1;
}

/**
 * SQL: the database is still the one in which stream `s` was read. A standby that is promoted
 * without the end of a tail gives its numbers again, to other commits. A position that a process
 * reached before would leave those out. `identity` is the SQL of the tails.
 */
export const isOfThisLife = (identity: string): string =>
  `exists (select from tail_era t where t.identity = (${identity}) and (t.era = s.era or s.era = any(t.also)))`;

type LeaseMeans = { db: Pick<Database, 'work'>; events: Pick<Core['events'], 'tail'> };

/** Writes the stream's place, if its lease is held and the database is still the same. */
export async function writePlace({ db, events }: LeaseMeans, stream: LeasedStream): Promise<void> {
  await db.work.query({
    name: 'where a stream stands',
    text: `update stream s set seq = $3::bigint, event_id = $4::bigint, seen_at = clock_timestamp()
      where s.no = $1::int and s.lease = $2::uuid and s.status = 'active' and ${isOfThisLife(events.tail.identity)}`,
    values: [stream.rowId, stream.lease, stream.place.seq, stream.place.eventId],
  });
}

/**
 * Writes that the sink took `events` before the stream's place, with what it said nevertheless.
 * Resolves to whether the next batch may follow; undefined if the lease is lost, or the database is
 * another one.
 */
export async function writeTaken(
  { db: { work }, events: { tail } }: LeaseMeans,
  { rowId, lease, place }: LeasedStream,
  { events, note }: { events: number; note: string | null },
): Promise<Pick<JudgedLease, 'isOpen' | 'hasRetry'> | undefined> {
  const { rows: written } = await work.query<Pick<JudgedLease, 'isOpen' | 'hasRetry'>>({
    name: 'a sink took a batch',
    text: `update stream s set seq = $3::bigint, event_id = $4::bigint, seen_at = clock_timestamp(), delivered = s.delivered + $5::bigint,
        last_error = $6, last_delivery_at = clock_timestamp(), attempts = 0, failing_since = null, told_failing = false,
        refused_id = null, refused_count = 0, refused_since = null, aside_run = 0
      from account a join plan p on p.slug = a.plan
      where a.no = s.account_no and s.no = $1::int and s.lease = $2::uuid and s.status = 'active' and ${isOfThisLife(tail.identity)}
      returning ${isOpen}, ${hasRetry}`,
    values: [rowId, lease, place.seq, place.eventId, events, note],
  });
  return written[0];
}

/** Gives a stream back; it is due again after `pauseSeconds`. Does nothing if the lease is lost. */
export async function giveBack(
  db: Pick<Database, 'work'>,
  stream: Pick<LeasedStream, 'rowId' | 'lease'>,
  pauseSeconds = 0,
): Promise<void> {
  await writeLeased(
    db,
    stream,
    `lease = null, lease_until = null, next_at = clock_timestamp() + $3::float8 * interval '1 second'`,
    [pauseSeconds],
  );
}
