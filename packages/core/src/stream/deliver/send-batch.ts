import { streamTroubles } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { newestCheckpoint } from '../../ground/newest-checkpoint.ts';
import { sendAlert } from './send-alert.ts';
import { StreamSecretLost, type StreamSecrets } from '../sink/stream-cipher.ts';
import type { BatchDelivery, DeliveryMeans, SentStream, StreamBatch } from '../place/stream-batch.ts';
import { wholeSink } from '../sink/stream-sink.ts';

/** Sends a batch to the stream's sink. Never throws for what the sink or the network does. */
export async function sendBatch(
  core: Core,
  stream: SentStream,
  batch: StreamBatch,
  means: DeliveryMeans,
): Promise<BatchDelivery> {
  const { streams } = core.events;
  // Before the first byte: of a delivery whose process dies nobody notes the end (rulings §13.2).
  if (!batch.isTest)
    await core.db.work.query({
      name: 'a delivery begins',
      text: 'update stream set tried_at = clock_timestamp() where id = $1::uuid',
      values: [stream.id],
    });
  let secrets: StreamSecrets;
  try {
    secrets = await streams.cipher.unseal(stream.id, stream.sealed);
  } catch (error) {
    if (!(error instanceof StreamSecretLost)) throw error;
    return { outcome: 'failed', status: null, error: streamTroubles.secretLost, said: null, bytes: 0, tookMs: 0 };
  }
  const sink = wholeSink(stream.sink, secrets);
  if (sink.type === 'mail') return sendAlert(core, stream, sink, batch, means);
  const { deliver, deliverObject, webhookId } = await import('@goal/sinks');
  const { era, from, to, events, isTest, file } = batch;
  const delivering = {
    guard: await streams.guard(),
    ...(means.signal === undefined ? {} : { signal: means.signal }),
  };
  const place = { streamId: stream.id, accountId: stream.account.id, isTest };
  if (file !== undefined && sink.type === 's3') {
    const log = streams.checkpoints.isDue(stream.id) ? await checkpointOf(core, stream) : null;
    const delivery = await deliverObject(sink, { ...place, ...file, log }, delivering);
    if (delivery.outcome === 'taken' && log !== null) streams.checkpoints.note(stream.id);
    return delivery;
  }
  return deliver(
    sink,
    {
      ...place,
      id: webhookId({ streamId: stream.id, era: String(era), from, to, events: events.length }),
      start: from,
      events,
      signing: signingOf(secrets),
      log: sink.type === 'webhook' ? await checkpointOf(core, stream) : null,
    },
    delivering,
  );
}

/**
 * The newest checkpoint of the account's signed log; null where none has begun (rulings §16.12).
 */
async function checkpointOf({ db }: Db, { account }: SentStream): Promise<{ size: number; checkpoint: string } | null> {
  const newest = await newestCheckpoint(db.pages, account.rowId);
  return newest === undefined ? null : { size: newest.size, checkpoint: newest.checkpoint };
}

/** The secrets that sign, the newest first. */
function signingOf({ signing, former }: StreamSecrets): string[] {
  if (signing === undefined) return [];
  return former === undefined || former.until <= Date.now() ? [signing] : [signing, former.secret];
}
