import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

import { formatToken, prefixLength, secretLength, type TokenKind } from '@goal/contract';

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789';
const letters = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lower}`;

/** A new token. Nobody can read the whole of it later. */
export type NewToken = { token: string; prefix: string; hash: Uint8Array<ArrayBuffer> };

/**
 * Makes a token: a prefix of 8 characters of `[a-z0-9]`, and a secret of 190 bits from a
 * cryptographic source (rulings §3.1).
 */
export function newToken(kind: TokenKind): NewToken {
  const prefix = draw(lower, prefixLength);
  const token = formatToken(kind, prefix, draw(letters, secretLength));
  return { token, prefix, hash: hashToken(token) };
}

/** The hash that is stored of a token: SHA-256 of the whole token. */
function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

/** Compares in constant time (rulings §3.1). */
export function isToken(token: string, hash: Uint8Array): boolean {
  const given = hashToken(token);
  return given.length === hash.length && timingSafeEqual(given, hash);
}

function draw(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
