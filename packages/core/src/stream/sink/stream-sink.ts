import {
  DomainError,
  fieldError,
  hostOfSink,
  secretFields,
  type GivenSink,
  type OpenSink,
  type Sink,
} from '@goal/contract';
import type { Prisma } from '@goal/db';
import type { Guard } from '@goal/sinks';

import type { StreamSecrets } from './stream-cipher.ts';

/** The sink with its secret field, as it is sent to. */
export function wholeSink(open: OpenSink, { field }: StreamSecrets): Sink {
  const secret = secretFields[open.type];
  const fields = secret === undefined ? open : { ...open, [secret.name]: field ?? secret.omitted };
  // `givenSink` judged these fields before they were stored.
  return fields as unknown as Sink;
}

/** The sink as it is shown: null in the place of its secret field. */
export function shownSink(open: OpenSink): Record<string, unknown> {
  const secret = secretFields[open.type];
  return secret === undefined ? open : { ...open, [secret.name]: null };
}

/** Where a sink sends to: a secret that is left out stays for the same place alone. */
function placeOf(sink: Readonly<Record<string, unknown>>): string {
  const { url, endpoint, region, bucket, host, port, access_key_id: keyId } = sink;
  return JSON.stringify([url, endpoint, region, bucket, host, port, keyId]);
}

/** What the record says of a stream (rulings §15.10). */
export function recordedStream(name: string, sink: Readonly<Record<string, unknown>>): Prisma.InputJsonObject {
  const host = hostOfSink(sink);
  return { name, type: String(sink['type']), ...(host === null ? {} : { host }) };
}

/** What was kept of a stream's sink. `secrets` are undefined where nobody can read them. */
export type KeptSink = { open: OpenSink; secrets: StreamSecrets | undefined };

/**
 * Completes a given sink by what was kept of the one before. Throws `<field> required` for a secret
 * field that is nowhere, and for one that was left out although the sink before had it: it neither
 * goes to another place unasked nor is it dropped unasked.
 */
export function completeSink(
  { type, open, secret: given }: GivenSink,
  former?: KeptSink,
): { open: OpenSink; field: unknown } {
  const sink = { type, ...open };
  const secret = secretFields[type];
  if (secret === undefined || given !== undefined) return { open: sink, field: given };
  const { name, omitted } = secret;
  // Without a certificate its key says nothing.
  if (type === 'syslog' && open['client_cert'] === null) return { open: sink, field: omitted };
  const before = former !== undefined && secretFields[former.open.type]?.name === name ? former : undefined;
  const isNone = before === undefined || (before.secrets !== undefined && isEmpty(before.secrets.field));
  if (isNone && omitted !== undefined) return { open: sink, field: omitted };
  const stays = before?.open.type === type && placeOf(before.open) === placeOf(sink);
  if (isNone || !stays || before.secrets === undefined) throw fieldError(`${name} required`);
  return { open: sink, field: before.secrets.field };
}

/** No secret, or headers without any. */
const isEmpty = (field: unknown): boolean => Object.keys(field ?? {}).length === 0;

/**
 * Throws `stream_url` for http to a network that is not allowed, and `address_not_allowed` for an
 * address or name to which streams never send (rulings §15.5).
 */
export function judgePlace(guard: Guard, sink: OpenSink): void {
  const { url, endpoint, host } = sink;
  const address = typeof url === 'string' ? url : endpoint;
  if (typeof address === 'string' && !guard.isAllowedUrl(address)) {
    const isPlain = address.startsWith('http:');
    if (isPlain) throw typeof url === 'string' ? new DomainError('stream_url') : fieldError('invalid endpoint');
    throw new DomainError('address_not_allowed');
  }
  if (typeof host === 'string' && !guard.isAllowedHost(host)) throw new DomainError('address_not_allowed');
}

/** A secret that signs webhooks. */
export async function newSecret(): Promise<string> {
  const { newSigningSecret } = await import('@goal/sinks');
  return newSigningSecret();
}
