import {
  DomainError,
  hostOfSink,
  isUuid,
  storedSink,
  type OpenSink,
  type OperatorStreamView,
  type StreamFilters,
  type StreamPauser,
  type StreamStatus,
  type StreamView,
} from '@goal/contract';
import { wireTime, type Database, type Prisma, type Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import type { Actor } from '../../ground/actor.ts';
import type { Caller } from '../../ground/caller.ts';
import { waitOf } from './count-streams.ts';
import { shownSink } from '../sink/stream-sink.ts';

/** What a view of a stream needs of its row. */
const columns = {
  rowId: true,
  id: true,
  accountRowId: true,
  name: true,
  sink: true,
  filters: true,
  status: true,
  pausedBy: true,
  createdAt: true,
  seq: true,
  nextAt: true,
  failingSince: true,
  lastError: true,
  lastDeliveryAt: true,
  delivered: true,
  gap: true,
  _count: { select: { setAside: true } },
} as const satisfies Prisma.StreamSelect;
type StreamRow = Prisma.StreamGetPayload<{ select: typeof columns }>;

/** The sink of a row. Throws where its type is unknown. */
export const openSinkOf = (row: { sink: Prisma.JsonValue }): OpenSink => storedSink.parse(row.sink);
/** Filters are stored as their shape parsed them, which reads another form. */
export const filtersOf = (row: { filters: Prisma.JsonValue }): StreamFilters => row.filters as unknown as StreamFilters;

/** GET /account/streams: newest first; an account has at most ten (rulings §15.1). */
export async function listStreams(core: Db, account: { rowId: number }): Promise<{ streams: StreamView[] }> {
  const found = await core.db.prisma.stream.findMany({
    where: { accountRowId: account.rowId },
    select: columns,
    orderBy: { rowId: 'desc' },
  });
  const waiting = await waitingSince(core.db, found);
  return { streams: found.map((row) => viewOf(row, waiting.get(row.rowId))) };
}

/** GET /account/streams/{id}. Throws `not_found`. */
export async function getStream(core: Db, account: { rowId: number }, id: string): Promise<StreamView> {
  const found = await findStream(core.db.prisma, account, id, columns);
  const waiting = await waitingSince(core.db, [found]);
  return viewOf(found, waiting.get(found.rowId));
}

/** GET /admin/accounts/{id}/streams: without paths and words of filters (rulings §15.9). */
export async function listStreamsForOperators(
  core: Db,
  account: { rowId: number },
): Promise<{ streams: OperatorStreamView[] }> {
  const { streams } = await listStreams(core, account);
  return {
    streams: streams.map(({ sink, filters: _, ...stream }) => ({
      ...stream,
      sink_type: String(sink['type']) as OperatorStreamView['sink_type'],
      host: hostOfSink(sink),
    })),
  };
}

/** The account of a stream, for an operator. Throws `not_found` for an unknown or malformed id. */
export async function findAccountOfStream({ db }: Db, actor: Actor, id: string): Promise<Caller> {
  const found = isUuid(id)
    ? await db.prisma.stream.findFirst({ where: { id }, select: { account: { select: { rowId: true, id: true } } } })
    : null;
  if (found === null) throw new DomainError('not_found');
  return { actor, account: found.account };
}

/** A stream of the account. Throws `not_found` for an unknown, foreign or malformed id. */
export async function findStream<Select extends Prisma.StreamSelect>(
  db: Database['prisma'] | Tx,
  account: { rowId: number },
  id: string,
  select: Select,
): Promise<Prisma.StreamGetPayload<{ select: Select }>> {
  const found = isUuid(id) ? await db.stream.findFirst({ where: { id, accountRowId: account.rowId }, select }) : null;
  if (found === null) throw new DomainError('not_found');
  // Prisma does not carry a generic selection through.
  return found as Prisma.StreamGetPayload<{ select: Select }>;
}

/** Seconds that each stream's oldest commit waits; one that has seen all is missing. */
async function waitingSince(
  db: Pick<Database, 'pages'>,
  streams: readonly Pick<StreamRow, 'rowId' | 'accountRowId' | 'seq'>[],
): Promise<Map<number, number>> {
  const waiting = new Map<number, number>();
  for (const { rowId, accountRowId, seq } of streams) {
    const seconds = await waitOf(db, accountRowId, Number(seq));
    if (seconds !== undefined) waiting.set(rowId, seconds);
  }
  return waiting;
}

function statusOf({ status, failingSince }: Pick<StreamRow, 'status' | 'failingSince'>): StreamStatus {
  if (status === 'active') return failingSince === null ? 'active' : 'failing';
  return status === 'paused' ? 'paused' : 'disabled';
}

function viewOf(row: StreamRow, waitingSeconds = 0): StreamView {
  const { q, ...filters } = filtersOf(row);
  return {
    id: row.id,
    name: row.name,
    status: statusOf(row),
    // A check of the table holds the values.
    paused_by: row.pausedBy as StreamPauser | null,
    sink: shownSink(openSinkOf(row)),
    filters: q === undefined ? filters : { ...filters, q: q.join(' ') },
    created_at: row.createdAt.toISOString(),
    behind_seconds: Math.max(0, waitingSeconds),
    delivered: Number(row.delivered),
    set_aside: row._count.setAside,
    last_delivery_at: row.lastDeliveryAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    last_error: row.lastError,
    next_attempt_at: row.status === 'active' && row.failingSince !== null ? row.nextAt.toISOString() : null,
    gap: gapOf(row.gap),
  };
}

function gapOf(gap: Prisma.JsonValue): StreamView['gap'] {
  if (typeof gap !== 'object' || gap === null || Array.isArray(gap)) return null;
  const { from, to } = gap;
  return typeof from === 'string' && typeof to === 'string' ? { from: wireTime(from), to: wireTime(to) } : null;
}
