import { DomainError, type AccountReceivedEvent, type NetworkSink, type StreamFilters } from '@goal/contract';
import { Allowance, withAllowance } from '@goal/db';

import type { Core } from '../core.ts';
import { receivedEventView } from '../event/event-view.ts';
import { filterOf } from '../event/filter-of-query.ts';
import { toEvents } from '../event/page-row.ts';
import type { EventScope } from '../event/scope.ts';
import { scopeOf } from '../event/scope-of-query.ts';
import { withSites } from '../event/site-names.ts';
import type { TailPosition } from '../tail/position.ts';
import { readTail, type TailRead } from '../tail/read-tail.ts';
import { shownInMail } from './send-alert.ts';
import type { LeasedStream } from './leases.ts';
import type { Place } from './stream-batch.ts';

/** What waits behind the position of a stream. */
export type ReadBatch = {
  events: AccountReceivedEvent[];
  /** The position behind the first `count` of the events; behind all of them it is `to`. */
  behind: (count: number) => Place;
  to: Place;
  others: number;
  isAtEnd: boolean;
  /** The site or the group of the filter is gone, so nothing matches any more. */
  isFilterGone: boolean;
};

/** The position leads nowhere: `forgotten` for its age, or the database is `another` one. */
export type LostPosition = { lost: 'forgotten' | 'another' };

/** Events that one mail counts, read by 1,000. */
const countedInMail = 100_000;
const mailRead = 1000;
/** Events of a file of the object store at most, and bytes of their texts. */
const file = { events: 20_000, bytes: 8 * 1024 * 1024, read: 1000 };

/** Reads what the stream sends next, within the account's share of the database. */
export async function readBatch(
  core: Core,
  stream: LeasedStream,
  signal: AbortSignal,
): Promise<ReadBatch | LostPosition> {
  // As in an export, each statement is bounded, not their sum.
  const allowance = new Allowance({ owner: `account:${stream.account.rowId}`, signal, budgetMs: Infinity });
  return core.events.exports.inTurn(() =>
    withAllowance(allowance, async () => {
      const reader = await readerOf(core, stream);
      if (stream.sink.type === 'mail') return readForMail(reader);
      if (stream.sink.type === 's3') return readFile(reader);
      return readOne(reader, stream);
    }),
  );
}

type Reader = {
  isFilterGone: boolean;
  from: TailPosition;
  read: (after: TailPosition, limit: number) => Promise<TailRead>;
  show: (read: TailRead) => Promise<AccountReceivedEvent[]>;
};

async function readerOf(core: Core, { account, filters, era, place }: LeasedStream): Promise<Reader> {
  // Stored as `streamFilters` parsed them.
  const query = filters as unknown as StreamFilters;
  const { scope, isFilterGone } = await scopeNow(core, account, query);
  const filter = filterOf(query);
  return {
    isFilterGone,
    from: { incarnation: era, account: account.rowId, seq: place.seq, id: place.eventId },
    read: (after, limit) => readTail(core.events, scope, filter, { after, limit }),
    async show({ rows }) {
      const events = await toEvents(core.events.dictionary, account.rowId, rows);
      return withSites(core, account.rowId, events, receivedEventView, { withIp: true });
    },
  };
}

async function scopeNow(
  core: Core,
  account: LeasedStream['account'],
  query: StreamFilters,
): Promise<{ scope: EventScope; isFilterGone: boolean }> {
  try {
    return { scope: await scopeOf(core, { account }, query), isFilterGone: false };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return { scope: { account: account.rowId, kind: 'sites', sites: [] }, isFilterGone: true };
  }
}

const placeOf = ({ seq, id }: TailPosition): Place => ({ seq, eventId: id });

/** An expired position is of another database, or its commits were forgotten. */
const lostOf = (from: TailPosition, read: TailRead): LostPosition | undefined => {
  if (!read.expired) return undefined;
  const isAnother = read.position.incarnation !== from.incarnation || read.position.seq < from.seq;
  return { lost: isAnother ? 'another' : 'forgotten' };
};

async function readOne({ from, isFilterGone, read, show }: Reader, stream: LeasedStream) {
  const { batchSizeOf, fittingEvents } = await import('@goal/sinks');
  // What the sink refused alone is tried alone.
  const limit = stream.refused === undefined ? batchSizeOf(stream.sink as unknown as NetworkSink) : 1;
  const found = await read(from, limit);
  const lost = lostOf(from, found);
  if (lost !== undefined) return lost;
  const events = await show(found);
  const count = fittingEvents(events);
  const rowOf = new Map(found.rows.map(([id], at) => [id, at]));
  const behind = (sent: number): Place => {
    const last = events[sent - 1];
    if (sent >= events.length || last === undefined) return placeOf(found.position);
    return placeOf(found.behindRows((rowOf.get(last.id) ?? 0) + 1));
  };
  return {
    events: events.slice(0, count),
    behind,
    to: behind(count),
    others: 0,
    isAtEnd: found.isAtEnd && count === events.length,
    isFilterGone,
  };
}

/** Reads the first events for a mail, and counts the others. */
async function readForMail({ from, isFilterGone, read, show }: Reader): Promise<ReadBatch | LostPosition> {
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
  return { events, behind: () => to, to, others, isAtEnd: found.isAtEnd, isFilterGone };
}

/** Reads the events of one file: of one hour of arrival, and as many as fit. */
async function readFile({ from, isFilterGone, read, show }: Reader): Promise<ReadBatch | LostPosition> {
  const { oneHour } = await import('@goal/sinks');
  const events: AccountReceivedEvent[] = [];
  let [to, isAtEnd, bytes] = [from, false, 0];
  while (!isAtEnd && events.length < file.events && bytes < file.bytes) {
    const found = await read(to, file.read);
    const lost = lostOf(from, found);
    if (lost !== undefined) return lost;
    const shown = await show(found);
    // A file never crosses an hour.
    const first = events[0];
    const within = first === undefined ? oneHour(shown) : oneHour([first, ...shown]) - 1;
    const taken = shown.slice(0, within);
    events.push(...taken);
    bytes += taken.reduce((sum, { message }) => sum + message.length, 0);
    if (within < shown.length) {
      const last = taken.at(-1);
      const at = last === undefined ? -1 : found.rows.findIndex(([id]) => id === last.id);
      if (at !== -1) to = found.behindRows(at + 1);
      break;
    }
    ({ position: to, isAtEnd } = found);
  }
  return { events, behind: () => placeOf(to), to: placeOf(to), others: 0, isAtEnd, isFilterGone };
}
