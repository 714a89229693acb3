import { latin1Bytes, type Hash, type Sha256 } from './hash.ts';

/** The rest of an event in the log when the event itself is gone. */
export interface EntryParts {
  siteId: string;
  /** The number of the event within its site, from 1. */
  n: number;
  id: number;
  /** The UTC day of `occurred_at`, YYYY-MM-DD. */
  occurredOn: string;
  receivedAt: string;
  commitment: Hash;
}

const encoder = new TextEncoder();

/** H(salt ‖ text). It hides the event: nobody can guess the salt. The text may be UTF-8. */
export function commitmentOf(sha256: Sha256, salt: Uint8Array, text: string | Uint8Array): Hash {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  const input = scratch(salt.length + bytes.length);
  input.set(salt);
  input.set(bytes, salt.length);
  return sha256(input);
}

/** The entry of an event: the bytes that are hashed to a leaf. */
export const eventEntry = ({ siteId, n, id, occurredOn, receivedAt, commitment }: EntryParts): string =>
  `event ${siteId} ${n} ${id} ${occurredOn} ${receivedAt} ${btoa(commitment)}`;

/** The bytes of the base64 of a salt: 16, or undefined for any other text. */
export const saltFromBase64 = (text: string): Uint8Array | undefined =>
  /^[A-Za-z0-9+/]{21}[AQgw]==$/.test(text) ? latin1Bytes(atob(text)) : undefined;

let kept = new Uint8Array(4096);

/** Memory that the next call takes again: a new array for each event costs more than its hash. */
function scratch(length: number): Uint8Array {
  if (kept.length < length) kept = new Uint8Array(length * 2);
  return kept.subarray(0, length);
}
