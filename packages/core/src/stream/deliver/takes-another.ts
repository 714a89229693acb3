import type { Delivery } from '@goal/sinks';

import type { Core } from '../../core.ts';
import type { RoundMeans } from './note-delivery.ts';
import { sendBatch } from './send-batch.ts';
import type { SentStream, StreamBatch } from '../place/stream-batch.ts';
import { testBatch } from './test-stream.ts';

/** Whether halves of a batch may be taken. Whoever hangs up on it may do so for one event of it. */
export const isRefusal = (delivery: Delivery): boolean =>
  delivery.outcome === 'refused' || (delivery.outcome === 'failed' && delivery.isHungUp === true);

/**
 * Which other event the sink takes now, sent by the same code: one of `others`, which wait behind
 * it, or else the made-up one of a test. Undefined: none of them. A receiver that hangs up on an
 * event says nothing. It may be down, and then the event is not to blame.
 */
export async function takesAnother(
  core: Core,
  stream: SentStream,
  means: RoundMeans,
  others: readonly StreamBatch[] = [],
): Promise<'waiting' | 'test' | undefined> {
  for (const batch of [...others, testBatch()]) {
    const { outcome } = await sendBatch(core, stream, batch, means);
    if (outcome === 'taken') return batch.isTest ? 'test' : 'waiting';
    if (means.signal.aborted) return undefined;
  }
  return undefined;
}
