import type { Core } from '../../core.ts';
import { StreamRounds } from '../deliver/deliver-round.ts';
import { giveBack, leaseStreams, renewLeases, renewMs, type LeasedStream } from '../place/leases.ts';
import { lookForWork } from './look-for-work.ts';
import { DeliveryNotes } from '../deliver/note-delivery.ts';
import type { DeliveryMeans } from '../place/stream-batch.ts';

/** Streams that are worked on at once. */
const atOnce = 8;

type StreamMeans = Pick<DeliveryMeans, 'mailer' | 'dashboardUrl'> & {
  signal: AbortSignal;
  /** Told of what fails in this process, never of what a sink does. */
  onError: (error: unknown) => void;
};

/** What a round came to: events that sinks took, and streams whose sinks failed. */
export type StreamRound = { events: number; failing: number };

/**
 * Sends once what waits in the streams that are due (rulings §9.2). Each stream goes as far as its
 * tail reached when it was looked at, so a round ends under load too.
 */
export async function sendDueStreams(core: Core, means: StreamMeans): Promise<StreamRound> {
  const due: { rowId: number; end: number }[] = [];
  for await (const { rowId, end, waits } of lookForWork(core)) if (waits) due.push({ rowId, end });
  const round = { events: 0, failing: 0 };
  const sendNext = async (): Promise<void> => {
    for (let next = due.shift(); next !== undefined && !means.signal.aborted; next = due.shift()) {
      // Another process may have taken it meanwhile.
      const [stream] = await leaseStreams(core.db, [next.rowId]);
      if (stream === undefined) continue;
      round.events += await send(core, stream, next.end, means);
      if (stream.attempts > 0) round.failing += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  return round;
}

/** Sends one leased stream up to an end of its tail, and gives it back. */
async function send(core: Core, stream: LeasedStream, end: number, means: StreamMeans): Promise<number> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLeases(core.db, [stream.lease])
      .then((held) => held.has(stream.lease) || lost.abort())
      .catch(means.onError);
  }, renewMs);
  const signal = AbortSignal.any([means.signal, lost.signal]);
  const notes = new DeliveryNotes(core.db, stream.rowId, core.events.streams.figures);
  const rounds = new StreamRounds(core, stream, { ...means, notes, signal });
  try {
    let progress = await rounds.next();
    while (progress === 'more' && stream.place.seq < end && !signal.aborted) progress = await rounds.next();
    if (progress !== 'ended') {
      await rounds.settle();
      await giveBack(core.db, stream);
    }
  } catch (error) {
    if (!signal.aborted) means.onError(error);
    await giveBack(core.db, stream).catch(() => {});
  } finally {
    clearInterval(renewal);
    await notes.flush();
  }
  return rounds.delivered;
}
