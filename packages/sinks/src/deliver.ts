import type { NetworkSink, S3Sink } from '@goal/contract';

import { failureSentence, HungUp } from './failures.ts';
import { maxBatchBytes } from './figures.ts';
import type { ObjectBatch } from './s3/s3.ts';
import type { Batch, Delivery, Ending, Means } from './sink.ts';

/**
 * Delivers a batch to a sink and says what came of it. It never throws for what the network or the
 * sink does. A sink's code and its library are loaded when they are first needed.
 */
export function deliver(sink: NetworkSink, batch: Batch, means: Means): Promise<Delivery> {
  return judged(() => deliverTo(sink, batch, means));
}

/** The same for a file that is packed already (`openPack`). */
export function deliverObject(sink: S3Sink, object: ObjectBatch, means: Means): Promise<Delivery> {
  return judged(async () => {
    const { deliverPacked } = await import('./s3/s3.ts');
    return deliverPacked(sink, object, means);
  });
}

async function judged(attempt: () => Promise<Ending>): Promise<Delivery> {
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    return { ...(await attempt()), tookMs: took() };
  } catch (error) {
    const ours = { status: null, error: failureSentence(error), said: null };
    const failed = { ...ours, tookMs: took(), outcome: 'failed' } as const;
    return error instanceof HungUp ? { ...failed, bytes: error.bytes, isHungUp: true } : { ...failed, bytes: 0 };
  }
}

async function deliverTo(sink: NetworkSink, batch: Batch, means: Means): Promise<Ending> {
  switch (sink.type) {
    case 'webhook': {
      const { deliverWebhook } = await import('./webhook/webhook.ts');
      return deliverWebhook(sink, batch, means);
    }
    case 'splunk': {
      const { deliverSplunk } = await import('./splunk/splunk.ts');
      return deliverSplunk(sink, batch, means);
    }
    case 's3': {
      const { deliverS3 } = await import('./s3/s3.ts');
      return deliverS3(sink, batch, means);
    }
    case 'syslog': {
      const { deliverSyslog } = await import('./syslog/syslog.ts');
      return deliverSyslog(sink, batch, means);
    }
    case 'otlp': {
      const { deliverOtlp } = await import('./otlp/otlp.ts');
      return deliverOtlp(sink, batch, means);
    }
  }
}

/** The most events of a batch of this sink; for S3, of one read while a file is packed. */
export function batchSizeOf(sink: NetworkSink): number {
  return sink.type === 'webhook' ? sink.batch : ordinaryBatch;
}
const ordinaryBatch = 1_000;

/** The bytes of each event besides its texts: the names of the fields, ids and times. */
const eventOverheadBytes = 600;

/**
 * Returns how many events, from the first, fit into one batch of `maxBatchBytes`, and at least one.
 * It is an estimate: a batch that is larger after all is `refused`.
 */
export function fittingEvents(events: Batch['events']): number {
  let bytes = 0;
  const first = events.findIndex(({ message, username, object, event_type: type }) => {
    bytes += eventOverheadBytes + Buffer.byteLength(message) + username.length + object.length + type.length;
    return bytes > maxBatchBytes;
  });
  return first < 0 ? events.length : Math.max(first, 1);
}
