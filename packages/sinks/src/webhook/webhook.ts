import type { WebhookSink } from '@goal/contract';

import { sentEvents } from '../event-json.ts';
import { maxBatchBytes } from '../figures.ts';
import { endingOf, tooLarge } from '../http/outcome.ts';
import { send } from '../http/send.ts';
import type { Batch, Ending, Means } from '../sink.ts';
import { slackText } from './slack.ts';
import { webhookSignature } from './signing.ts';

/** Delivers a batch as the Standard Webhooks specify it. Any 2xx is a yes. */
export async function deliverWebhook(sink: WebhookSink, batch: Batch, means: Means): Promise<Ending> {
  const now = means.now?.() ?? new Date();
  // Built once: the bytes that are signed are the bytes that are sent.
  const body = Buffer.from(JSON.stringify(bodyOf(sink, batch, now)));
  if (body.byteLength > maxBatchBytes) return tooLarge(body.byteLength);
  const timestamp = Math.floor(now.getTime() / 1_000);
  const headers = {
    ...sink.headers,
    'content-type': 'application/json',
    'webhook-id': batch.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhookSignature(batch.id, timestamp, body, batch.signing),
  };
  const { accountId } = batch;
  const outgoing = { url: sink.url, method: 'POST', headers, body, ca: null, accountId, needsBody: false } as const;
  return endingOf(await send(outgoing, means.guard, means.signal), body.byteLength, now);
}

function bodyOf(sink: WebhookSink, { streamId, events, isTest, log }: Batch, now: Date): object {
  const sent = sentEvents(events, isTest);
  if (sink.body === 'slack') return { text: slackText(sent) };
  const timestamp = now.toISOString();
  return { type: 'events', timestamp, data: { stream_id: streamId, events: sent, log: log ?? null } };
}
