import { Prisma, transaction } from '@goal/db';

import type { Core, Events } from '../../core.ts';
import { failStream } from './fail-stream.ts';
import { isOfThisLife, type LeasedStream } from '../place/leases.ts';
import type { Place } from '../place/stream-batch.ts';

/** An event refused alone, and why. `isAlive`: the sink took another event meanwhile. */
type AsideEvent = {
  id: number;
  to: Place;
  status: number | null;
  error: string;
  said: string | null;
  isAlive: boolean;
};

/**
 * Sets an event aside, and moves the stream behind it. Resolves to the number of events that were
 * set aside in a row without one taken, and to undefined if the lease is lost or the database is
 * another one.
 */
export function setEventAside(
  { db, events }: Events,
  stream: LeasedStream,
  { id, to, status, error, said, isAlive }: AsideEvent,
): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    const [row] = await tx.$queryRaw<{ run: number }[]>`
      UPDATE stream s SET seq = ${to.seq}, event_id = ${to.eventId}, seen_at = clock_timestamp(), attempts = 0, last_error = ${error},
        failing_since = CASE WHEN ${!isAlive} AND failing_since < refused_since THEN failing_since END,
        refused_id = NULL, refused_count = 0, refused_since = NULL,
        aside_run = CASE WHEN ${isAlive} THEN 0 ELSE aside_run + 1 END,
        aside_seq = CASE WHEN aside_run = 0 THEN ${stream.place.seq} ELSE aside_seq END,
        aside_event_id = CASE WHEN aside_run = 0 THEN ${stream.place.eventId} ELSE aside_event_id END
      WHERE no = ${stream.rowId} AND lease = ${stream.lease}::uuid AND status = 'active'
        AND ${Prisma.raw(isOfThisLife(events.tail.identity))} RETURNING aside_run AS run`;
    if (row === undefined) return undefined;
    await tx.$executeRaw`
      INSERT INTO stream_set_aside (stream_no, event_id, status, error, said, run_seq, run_event_id)
      SELECT no, ${id}, ${status}, ${error}, CASE WHEN keeps_words THEN ${said} END, aside_seq, aside_event_id FROM stream WHERE no = ${stream.rowId}
      ON CONFLICT (stream_no, event_id) DO UPDATE SET at = clock_timestamp(), status = excluded.status, error = excluded.error, said = excluded.said,
        run_seq = excluded.run_seq, run_event_id = excluded.run_event_id`;
    return row.run;
  });
}

/**
 * Takes back what was set aside in a row, because so many refusals are not about the events: the
 * stream fails, and sends them again.
 */
export function takeBack(core: Core, stream: LeasedStream, error: string): Promise<void> {
  return failStream(
    core,
    stream,
    { error },
    {
      set: ', seq = aside_seq, event_id = aside_event_id, aside_run = 0',
      // With the position or not at all: an event is never in neither of the two.
      also: (tx) => tx.$executeRaw`
        DELETE FROM stream_set_aside a USING stream s
        WHERE s.no = ${stream.rowId} AND a.stream_no = s.no AND (a.run_seq, a.run_event_id) = (s.aside_seq, s.aside_event_id)`,
    },
  );
}
