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
 * The other event that the sink takes now, of `others` or a test's, by the same code; undefined:
 * none. A receiver that hangs up may be down, and the event not to blame.
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
