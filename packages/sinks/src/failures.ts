import { AddressNotAllowed } from './guard/addresses.ts';
import { NameNotResolved } from './guard/resolve.ts';
import { maxErrorLength } from './figures.ts';

/** A delivery failed before the sink answered, or its answer cannot be used. */
export class SinkFailure extends Error {
  override name = 'SinkFailure';
}

/**
 * The sink ended the connection on what was sent, without an answer. It may be down, or unable to
 * read just this. `bytes` is the length of what was sent, before it was zipped.
 */
export class HungUp extends SinkFailure {
  override name = 'HungUp';
  constructor(
    message: string,
    readonly bytes: number,
  ) {
    super(message);
  }
}

/** The other side ended the connection. */
export const isBreak = (error: Error): boolean =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ETIMEDOUT: 'no connection came about',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  HPE_HEADER_OVERFLOW: 'the head of the answer is too long',
  ERR_INVALID_CHAR: 'a header of the sink cannot be sent',
  ERR_INVALID_HTTP_TOKEN: 'a header of the sink cannot be sent',
};
const isOfTls = /^(EPROTO$|ERR_SSL_)/;
/** Words of OpenSSL in the message of EPROTO, which has no other mark. */
const tlsReasons: readonly (readonly [words: string, sentence: string])[] = [
  ['alert protocol version', 'the sink speaks no TLS 1.2 or later'],
  ['unsupported protocol', 'the sink speaks no TLS 1.2 or later'],
  ['wrong version number', 'the sink does not speak TLS'],
  ['alert bad certificate', 'the sink does not take our certificate'],
  ['alert certificate required', 'the sink asks for a certificate of ours'],
  ['alert unknown ca', 'the sink does not take our certificate'],
];
const unknownAuthority = new Set([
  // An authority of the same name with another key.
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Returns what went wrong as a sentence for a person. It is made from the kind of the error alone:
 * messages of errors hold addresses, paths and header values.
 */
export function failureSentence(error: unknown): string {
  if (error instanceof AddressNotAllowed || error instanceof NameNotResolved || error instanceof SinkFailure)
    return oneLine(error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (unknownAuthority.has(code)) return 'the certificate is from no known authority';
  if (code.startsWith('HPE_')) return sentences[code] ?? 'the answer is no HTTP';
  const message = error instanceof Error ? error.message.replaceAll('_', ' ').toLowerCase() : '';
  const reason = tlsReasons.find(([words]) => isOfTls.test(code) && message.includes(words));
  if (reason) return reason[1];
  const isName = /^[A-Z][A-Z0-9_]{2,60}$/.test(code);
  return sentences[code] ?? (isName ? `the connection failed (${code})` : 'the connection failed');
}

/** Parts of secrets from this length on are hidden; shorter ones are words of any text. */
const hiddenLength = 6;

/**
 * Returns what a sink says without the secrets that went to it, and without their parts between
 * blanks: a sink may repeat what it was sent.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const parts = secrets
    .flatMap((secret) => [secret, ...secret.split(/\s+/)])
    .filter((part) => part.length >= hiddenLength);
  const longestFirst = parts.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, part) => shown.replaceAll(part, '…'), text);
}

/** Returns a text of a sink on one line, without control characters, cut to `maxErrorLength`. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  if (line.length <= maxErrorLength) return line;
  // The cut leaves no half of a character behind.
  return `${line.slice(0, maxErrorLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
