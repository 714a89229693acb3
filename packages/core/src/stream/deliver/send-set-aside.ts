import { streamTroubles, type AccountReceivedEvent } from '@goal/contract';
import { rows } from '@goal/db';
import type { Delivery } from '@goal/sinks';

import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { receivedEventView } from '../../event/read/event-view.ts';
import { getEvent } from '../../event/read/get-event.ts';
import type { EventScope } from '../../event/scope.ts';
import { scopeOf } from '../../event/read/scope-of-query.ts';
import { withSites } from '../../event/read/site-names.ts';
import { describe, keptWords, type RoundMeans } from './note-delivery.ts';
import { failStream } from './fail-stream.ts';
import type { LeasedStream } from '../place/leases.ts';
import { scopeNow } from './read-batch.ts';
import { sendBatch } from './send-batch.ts';
import { isRefusal, takesAnother } from './takes-another.ts';

/** Events that were set aside are sent again in batches of this size. */
const batchSize = 50;

/**
 * Sends a batch of what was set aside and is to be tried again, by its ids. What the sink takes is
 * no longer set aside; what it refuses alone stays, with what it said now. Returns false if the
 * sink failed and the work on the stream has ended.
 */
export async function sendSetAside(core: Core, stream: LeasedStream, means: RoundMeans): Promise<boolean> {
  const waiting = await rows<[id: number]>(core.db.work, {
    name: 'set aside and tried again',
    text: 'select event_id from stream_set_aside where stream_no = $1::int and retry order by event_id limit $2::int',
    values: [stream.rowId, batchSize],
  });
  const ids = waiting.flat();
  // Another filter, or a site that left its group, may keep them from this sink now.
  const { scope } = await scopeNow(core, stream.account, stream.filters);
  const events = await readByIds(core, stream, { ids, scope });
  const sent = new Set(events.map(({ id }) => id));
  const others = ids.filter((id) => !sent.has(id));
  const all = await scopeOf(core, stream, {});
  const beyond = await readByIds(core, stream, { ids: others, scope: all });
  const kept = new Set(beyond.map(({ id }) => id));
  const outside = { ids: [...kept], status: null, error: streamTroubles.beyondFilter, said: null };
  await keepAside(core, stream, outside);
  // Whatever retention or a deletion took meanwhile cannot be sent.
  await forget(
    core,
    stream,
    others.filter((id) => !kept.has(id)),
  );
  return send(core, stream, events, means);
}

async function readByIds(
  core: Core,
  { account }: LeasedStream,
  { ids, scope }: { ids: readonly number[]; scope: EventScope },
): Promise<AccountReceivedEvent[]> {
  const found = [];
  for (const id of ids) {
    const event = await getEvent(core, scope, id);
    if (event !== undefined) found.push(event);
  }
  return withSites(core, account.rowId, found, receivedEventView, { withIp: true, isWhole: true });
}

async function send(
  core: Core,
  stream: LeasedStream,
  events: readonly AccountReceivedEvent[],
  means: RoundMeans,
): Promise<boolean> {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return true;
  const place = { from: { seq: 0, eventId: first.id }, to: { seq: 0, eventId: last.id } };
  const batch = { events, others: 0, era: stream.era, ...place, isTest: false };
  const delivery = await sendBatch(core, stream, batch, means);
  if (means.signal.aborted && delivery.outcome !== 'taken') return false;
  const { outcome, status, error, said, tookMs, bytes } = delivery;
  stream.untold = delivery.untold ?? stream.untold;
  const shown = outcome === 'taken' ? ('delivered' as const) : outcome;
  await means.notes.add({
    outcome: shown,
    ...describe(events),
    attempt: stream.attempts + 1,
    status,
    error,
    said,
    tookMs,
    bytes,
  });
  const ids = events.map(({ id }) => id);
  if (outcome === 'taken') {
    await forget(core, stream, ids);
    stream.attempts = 0;
    // The sink is back, also where nothing else waits.
    await core.db.work.query(
      `update stream set delivered = delivered + $2::bigint, last_delivery_at = clock_timestamp(),
         attempts = 0, failing_since = null, told_failing = false, last_error = null where no = $1`,
      [stream.rowId, events.length],
    );
    return true;
  }
  if (outcome === 'failed' && !(await isForEvents(core, stream, { delivery, events }, means))) {
    const { retryAfterSeconds, isGone } = delivery;
    await failStream(core, stream, { error: error ?? 'the receiver failed', retryAfterSeconds, isGone });
    return false;
  }
  if (events.length === 1) {
    await keepAside(core, stream, { ids, status, error, said });
    return true;
  }
  const half = Math.ceil(events.length / 2);
  return (await send(core, stream, events.slice(0, half), means)) && send(core, stream, events.slice(half), means);
}

/** Whether the sink hung up on these events, and not because it is down. */
async function isForEvents(
  core: Core,
  stream: LeasedStream,
  { delivery, events }: { delivery: Delivery; events: readonly AccountReceivedEvent[] },
  means: RoundMeans,
): Promise<boolean> {
  if (!isRefusal(delivery)) return false;
  return events.length > 1 || (await takesAnother(core, stream, means)) !== undefined;
}

/** They stay set aside, with the reason of now. */
async function keepAside(
  core: Db,
  { rowId }: LeasedStream,
  { ids, status, error, said }: { ids: readonly number[] } & Pick<Delivery, 'status' | 'error' | 'said'>,
): Promise<void> {
  if (ids.length === 0) return;
  await core.db.work.query(
    `with s as (select no, ${keptWords('$5::text')} as said from stream where no = $1 for share)
     update stream_set_aside a set retry = false, at = clock_timestamp(), status = $3::int, error = $4, said = s.said
     from s where a.stream_no = s.no and a.event_id = any($2::bigint[])`,
    [rowId, ids, status, error, said],
  );
}

async function forget(core: Db, { rowId }: LeasedStream, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await core.db.work.query('delete from stream_set_aside where stream_no = $1 and event_id = any($2::bigint[])', [
    rowId,
    ids,
  ]);
}
