import { createHash, createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** Returns a new secret of a webhook, as the Standard Webhooks write it. */
export function newSigningSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** A range of the tail: both ends, and how many events of it match the stream's filter. */
export type WebhookRange = {
  streamId: string;
  /** The incarnation of the database (docs/decisions/016-tail.md). */
  era: string | bigint;
  from: { seq: number; eventId: number };
  to: { seq: number; eventId: number };
  events: number;
};

/**
 * Returns the `webhook-id` of a range. It names both ends and the number of events: a receiver that
 * remembers ids would otherwise throw away a longer batch that begins at the same place.
 */
export function webhookId({ streamId, era, from, to, events }: WebhookRange): string {
  const range = `${streamId}/${era}/${from.seq}.${from.eventId}/${to.seq}.${to.eventId}/${events}`;
  return `msg_${createHash('sha256').update(range).digest('hex').slice(0, 32)}`;
}

/** Returns `webhook-signature`: one signature for each secret, separated by blanks. */
export function webhookSignature(id: string, timestamp: number, body: Buffer, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
    })
    .join(' ');
}
