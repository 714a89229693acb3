import type { Sha256, VerifyOptions } from '@goal/signed-log';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 as hasher } from '@noble/hashes/sha2.js';

const encoder = new TextEncoder();
/** The most bytes that UTF-8 takes for a unit of a string. */
const bytesOfUnitMax = 3;
let scratch = new Uint8Array(65_536);

const sha256: Sha256 = (data) => String.fromCharCode(...hasher(typeof data === 'string' ? encoded(data) : data));

/** The bytes of a text, in memory that the next call takes again. */
function encoded(text: string): Uint8Array {
  if (scratch.length < bytesOfUnitMax * text.length) scratch = new Uint8Array(2 * bytesOfUnitMax * text.length);
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

/**
 * The cryptography of the check in plain JavaScript. WebCrypto answers each hash by a promise,
 * which costs more than the hash, and it is missing where a page came over plain http.
 */
export const browserCrypto: VerifyOptions['crypto'] = {
  sha256,
  runningSha256: () => {
    const running = hasher.create();
    return { update: (bytes) => void running.update(bytes), hexSoFar: () => hexOf(running.clone().digest()) };
  },
  verifySignature: (publicKey, message, signature) => {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      // It throws for a signature or key of another length, and for bytes that are no point.
      return false;
    }
  },
};

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
