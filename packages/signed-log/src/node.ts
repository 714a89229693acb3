import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

import type { Sha256 } from './hash.ts';
import type { RunningHash } from './running-hash.ts';
import { vkeyOf, type NoteSigner, type VerifySignature } from './signed-note.ts';

/** The DER of a key of Ed25519 before its 32 bytes (RFC 8410). */
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');
const seedHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const seedBytes = 32;

/** SHA-256 by OpenSSL. */
export const sha256: Sha256 = (data) => hash('sha256', data, 'binary');

/** SHA-256 of a stream of bytes by OpenSSL. */
export function runningSha256(): RunningHash {
  const running = createHash('sha256');
  return { update: (bytes) => void running.update(bytes), hexSoFar: () => running.copy().digest('hex') };
}

/** Ed25519 by OpenSSL. */
export const verifySignature: VerifySignature = (publicKey, message, signature) =>
  verify(null, message, publicKeyOf(publicKey), signature);

/** The signer of a name with an Ed25519 seed of 32 bytes. Throws for another length. */
export function noteSigner(name: string, seed: Uint8Array): NoteSigner {
  if (seed.length !== seedBytes) throw new Error('a seed of Ed25519 has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([seedHead, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicKeyHead.length);
  return { name, publicKey: new Uint8Array(publicKey), sign: (message) => sign(null, message, key) };
}

/** Reads `PRIVATE+KEY+<name>+<id>+<base64>` (c2sp.org/signed-note), else undefined. */
export function parsePrivateKey(text: string): { name: string; seed: Uint8Array } | undefined {
  const [, name, encoded] = /^PRIVATE\+KEY\+([^+\s]+)\+[0-9a-f]{8}\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  return name !== undefined && bytes.length === 1 + seedBytes && bytes[0] === 1
    ? { name, seed: bytes.subarray(1) }
    : undefined;
}

/** Makes a private key in the form that `parsePrivateKey` reads. */
export function newPrivateKey(name: string): string {
  const seed = randomBytes(seedBytes);
  const [, id = ''] = vkeyOf(sha256, noteSigner(name, seed)).split('+');
  return `PRIVATE+KEY+${name}+${id}+${Buffer.concat([Buffer.of(1), seed]).toString('base64')}`;
}

const publicKeyOf = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicKeyHead, bytes]), format: 'der', type: 'spki' });
