import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no I, L, O and U, so that nobody mistakes a letter for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Draws a code for a person to type, 5 bits a character, from a cryptographic source. */
export function drawCode(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/**
 * Reads a code as a person types it: in any case, with spaces and hyphens, O for 0 and I or L for
 * 1.
 */
export function readCode(text: string): string {
  return text.replace(/[\s-]/gu, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
}
