import { isDeepStrictEqual } from 'node:util';

import { DomainError, type AccountReceivedEvent, type NetworkSink, type StreamFilters } from '@goal/contract';
import { withAllowance } from '@goal/db';

import { lastingAllowance, type RequestAllowance } from '../../ground/request-allowance.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { receivedEventView } from '../../event/read/event-view.ts';
import { filterOf } from '../../event/read/filter-of-query.ts';
import { toEvents } from '../../event/read/page-row.ts';
import type { EventScope } from '../../event/scope.ts';
import { scopeOf } from '../../event/read/scope-of-query.ts';
import { withSites } from '../../event/read/site-names.ts';
import { readTail, type TailRead } from '../../tail/read-tail.ts';
import { shownInMail } from './alert-letter.ts';
import type { LeasedStream } from '../place/leases.ts';
import { readFile } from './read-file.ts';
import type { Place } from '../place/stream-batch.ts';
import { lostOf, placeOf, type InTurn, type LostPosition, type ReadBatch, type StreamReader } from './stream-reader.ts';

/** Events that one mail counts, read by 1,000. */
const countedInMail = 100_000;
const mailRead = 1000;

/**
 * The share of the database of the rounds of a stream, until `signal` ends them. As in an export,
 * each statement is bounded, not their sum.
 */
export const allowanceOf = ({ account }: LeasedStream, signal: AbortSignal): RequestAllowance =>
  lastingAllowance(account.rowId, signal);

/**
 * Reads what the stream sends next, within its allowance. A file has `fileEvents` at most, and a
 * batch `batchEvents`.
 */
export async function readBatch(
  core: Core,
  stream: LeasedStream,
  { allowance, fileEvents, batchEvents }: { allowance: RequestAllowance; fileEvents: number; batchEvents: number },
): Promise<ReadBatch | LostPosition> {
  const inTurn: InTurn = (work) => core.events.exports.inTurn(() => withAllowance(allowance, work));
  const reader = await inTurn(() => readerOf(core, stream));
  // A file takes a turn for each of its steps.
  if (stream.sink.type === 's3') {
    const maxEvents = stream.refused === undefined ? fileEvents : 1;
    return readFile(reader, inTurn, { maxEvents, end: stream.fileEnd });
  }
  return inTurn(() => (stream.sink.type === 'mail' ? readForMail(reader) : readOne(reader, stream, batchEvents)));
}

/** How the events behind the position of a stream are read. */
export async function readerOf(core: Core, { account, filters, era, place }: LeasedStream): Promise<StreamReader> {
  const { scope, isFilterGone } = await scopeNow(core, account, filters);
  const filter = filterOf(filters);
  return {
    scope,
    isFilterGone,
    from: { incarnation: era, account: account.rowId, seq: place.seq, id: place.eventId },
    read: (after, limit) => readTail(core, scope, filter, { after, limit }),
    async show({ rows }) {
      const events = await toEvents(core.events.dictionary, account.rowId, rows);
      return withSites(core, account.rowId, events, receivedEventView, { withIp: true, isWhole: true });
    },
  };
}

/**
 * Whether the filter of a stream covers now what it covered when a batch was read, and no event of
 * it was redacted since: a redaction that has ended names who may have had its events.
 */
export async function isOfNow(
  core: Db,
  { account, filters }: LeasedStream,
  { scope, events }: ReadBatch,
): Promise<boolean> {
  const whole = events.flatMap(({ id, redacted_at: at }) => (at === undefined ? [id] : []));
  const { rowCount } = await core.db.work.query({
    name: 'was a batch redacted',
    text: 'select from redacted_event where account = $1::int and id = any($2::bigint[]) limit 1',
    values: [account.rowId, whole],
  });
  if (rowCount !== 0) return false;
  const now = await scopeNow(core, account, filters);
  return isDeepStrictEqual(now.scope, scope);
}

/** What the filter of a stream covers now. A site or group that is gone covers nothing. */
export async function scopeNow(
  core: Db,
  account: LeasedStream['account'],
  query: Pick<StreamFilters, 'site_id' | 'group_id'>,
): Promise<{ scope: EventScope; isFilterGone: boolean }> {
  try {
    return { scope: await scopeOf(core, { account }, query), isFilterGone: false };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return { scope: { account: account.rowId, kind: 'sites', sites: [] }, isFilterGone: true };
  }
}

/**
 * Reads one batch for a sink of the network. What it resolves to holds no event but those that are
 * sent.
 */
export async function readOne(
  { scope, from, isFilterGone, read, show }: StreamReader,
  stream: LeasedStream,
  batchEvents: number,
): Promise<ReadBatch | LostPosition> {
  const { batchSizeOf, fittingEvents } = await import('@goal/sinks');
  // The sink was judged when the stream was made, and the column has no other form.
  const maxEvents = batchSizeOf(stream.sink as unknown as NetworkSink);
  // What the sink refused alone is tried alone.
  const limit = stream.refused === undefined ? Math.min(maxEvents, batchEvents) : 1;
  const found = await read(from, limit);
  const lost = lostOf(from, found);
  if (lost !== undefined) return lost;
  const shown = await show(found);
  const events = shown.slice(0, fittingEvents(shown));
  const isWhole = events.length === shown.length;
  const places = placesBehind(found, events);
  const to = isWhole ? placeOf(found.position) : (places.at(-1) ?? placeOf(found.position));
  return {
    events,
    behind: placeAmong(places, to),
    to,
    others: 0,
    isAtEnd: found.isAtEnd && isWhole,
    isCut: !isWhole,
    scope,
    isFilterGone,
  };
}

/** The place behind each of these events. */
function placesBehind(found: TailRead, events: readonly AccountReceivedEvent[]): Place[] {
  const rowOf = new Map(found.rows.map(([id], at) => [id, at]));
  return events.map(({ id }) => placeOf(found.behindRows((rowOf.get(id) ?? 0) + 1)));
}

/** It lives as long as the sink takes, and must not keep 32 MB of long events for a batch of 1. */
const placeAmong =
  (places: readonly Place[], to: Place) =>
  (count: number): Place =>
    count >= places.length ? to : (places[count - 1] ?? to);

/** Reads the first events for a mail, and counts the others. */
async function readForMail({ scope, from, isFilterGone, read, show }: StreamReader): Promise<ReadBatch | LostPosition> {
  let found = await read(from, shownInMail);
  const lost = lostOf(from, found);
  if (lost !== undefined) return lost;
  const events = await show(found);
  let others = 0;
  while (!found.isAtEnd && others < countedInMail) {
    found = await read(found.position, mailRead);
    others += found.rows.length;
  }
  const to = placeOf(found.position);
  return { events, behind: () => to, to, others, isAtEnd: found.isAtEnd, isCut: false, scope, isFilterGone };
}
