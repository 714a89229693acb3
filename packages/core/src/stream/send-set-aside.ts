import type { AccountReceivedEvent } from '@goal/contract';
import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import { receivedEventView } from '../event/event-view.ts';
import { getEvent } from '../event/get-event.ts';
import { scopeOf } from '../event/scope-of-query.ts';
import { withSites } from '../event/site-names.ts';
import { describe, type RoundMeans } from './note-delivery.ts';
import { failStream } from './fail-stream.ts';
import type { LeasedStream } from './leases.ts';
import { sendBatch } from './send-batch.ts';

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
  const events = await readByIds(core, stream, ids);
  // Whatever retention or a deletion took meanwhile cannot be sent.
  const found = new Set(events.map(({ id }) => id));
  await forget(
    core,
    stream,
    ids.filter((id) => !found.has(id)),
  );
  return send(core, stream, events, means);
}

async function readByIds(
  core: Core,
  { account }: LeasedStream,
  ids: readonly number[],
): Promise<AccountReceivedEvent[]> {
  const scope = await scopeOf(core, { account }, {});
  const found = [];
  for (const id of ids) {
    const event = await getEvent(core.events, scope, id);
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
  const { outcome, status, error, tookMs, bytes } = delivery;
  const shown = outcome === 'taken' ? ('delivered' as const) : outcome;
  await means.notes.add({
    outcome: shown,
    ...describe(events),
    attempt: stream.attempts + 1,
    status,
    error,
    tookMs,
    bytes,
  });
  const ids = events.map(({ id }) => id);
  if (outcome === 'taken') {
    await forget(core, stream, ids);
    await core.db.work.query(
      'update stream set delivered = delivered + $2::bigint, last_delivery_at = clock_timestamp() where no = $1',
      [stream.rowId, events.length],
    );
    return true;
  }
  if (outcome === 'failed') {
    const { retryAfterSeconds, isGone } = delivery;
    await failStream(core, stream, { error: error ?? 'the sink failed', retryAfterSeconds, isGone });
    return false;
  }
  if (events.length === 1) {
    await core.db.work.query(
      `update stream_set_aside set retry = false, at = clock_timestamp(), status = $3::int, error = $4
       where stream_no = $1 and event_id = any($2::bigint[])`,
      [stream.rowId, ids, status, error],
    );
    return true;
  }
  const half = Math.ceil(events.length / 2);
  return (await send(core, stream, events.slice(0, half), means)) && send(core, stream, events.slice(half), means);
}

async function forget(core: Core, { rowId }: LeasedStream, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await core.db.work.query('delete from stream_set_aside where stream_no = $1 and event_id = any($2::bigint[])', [
    rowId,
    ids,
  ]);
}
