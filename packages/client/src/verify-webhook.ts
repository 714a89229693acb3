import type { components } from './generated/openapi.ts';

/** A batch of events from a stream, whose signature is right. */
export type VerifiedWebhook = {
  /** Names the batch. Tell repeats by the `id` of each event: they can come in another batch. */
  id: string;
  streamId: string;
  /** In the order of the tail. A made-up event of «send a test» has `id: 0` and `test: true`. */
  events: (components['schemas']['AccountReceivedEvent'] & { test?: true })[];
};

/** The headers of `fetch` or of `node:http`, and the raw body. */
export type WebhookRequest = {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as they came. A body that was parsed and written again has other bytes. */
  body: string | Uint8Array;
};

/** The request was not signed with one of the secrets within the last five minutes. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const toleranceSeconds = 300;
const secretPrefix = 'whsec_';
const signaturePrefix = 'v1,';
const signatureBytes = 32;

/**
 * Checks that a request comes from a stream of yours, and returns its events (rulings §15). The
 * comparison takes constant time. While a secret is rotated two of them count: pass both.
 * @throws WebhookRefused if no signature is right, or its time is more than five minutes away.
 * @throws TypeError if a secret is not one of a stream.
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  secrets: string | readonly string[],
): Promise<VerifiedWebhook> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  const verdicts = await Promise.all(
    keys.flatMap((key) => signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed))),
  );
  if (!verdicts.includes(true)) throw new WebhookRefused('the signature is wrong');
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused('the request is older than five minutes, or a clock is wrong');
  // Signed by the service, so it has the form that the service gives it.
  const { data } = JSON.parse(new TextDecoder().decode(bytes)) as {
    data?: { stream_id: string; events: VerifiedWebhook['events'] };
  };
  if (data === undefined)
    throw new WebhookRefused('the body is a text for people: set the body of the sink to standard');
  return { id, streamId: data.stream_id, events: data.events };
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function keyOf(secret: string): Promise<Key> {
  const bytes = secret.startsWith(secretPrefix) ? bytesOf(secret.slice(secretPrefix.length)) : undefined;
  // The message does not repeat the secret: errors end up in logs.
  if (bytes === undefined || bytes.length === 0) throw new TypeError('a secret of a stream begins with whsec_');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`the request has no ${name}`);
  return value;
}

/** The signatures of a header; versions that came later are skipped. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith(signaturePrefix))
    .flatMap((one) => bytesOf(one.slice(signaturePrefix.length)) ?? [])
    .filter((signature) => signature.length === signatureBytes);
}

/** The bytes of a Base64 text; undefined for another text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
