import { createCipheriv, randomBytes } from 'node:crypto';

/** The key of a site's events of one UTC day. */
export const newSaltKey = (): Buffer => randomBytes(keyBytes);

const keyBytes = 32;
const saltBytes = 16;
/** An id is below 2^53 and fills the last of these bytes. */
const idBytes = 8;

/**
 * The salts of events: AES-256 of their ids under the key of their day. One call of the cipher
 * makes many. Whoever has only salts can make no others, and without the key nobody makes any.
 */
export function saltsOf(key: Uint8Array, ids: readonly number[]): Buffer[] {
  const blocks = Buffer.alloc(saltBytes * ids.length);
  for (const [at, id] of ids.entries()) blocks.writeBigUInt64BE(BigInt(id), (at + 1) * saltBytes - idBytes);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const salts = Buffer.concat([cipher.update(blocks), cipher.final()]);
  return ids.map((_, at) => salts.subarray(at * saltBytes, (at + 1) * saltBytes));
}
