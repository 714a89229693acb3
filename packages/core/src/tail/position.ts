import { DomainError } from '@goal/contract';

import { readInteger, writeInteger, type CursorCodec } from '../event/cursor.ts';

/**
 * All up to the commit `seq` was seen, and of the next up to the event `id` (0: none), in one
 * incarnation (docs/decisions/016-tail.md).
 */
export type TailPosition = { incarnation: number; account: number; seq: number; id: number };

const purpose = 'tail';
/** Length in bytes: 7 for each 53-bit number, 4 for the account. */
const length = 25;

/**
 * Seals the position as `next_after`. It is opaque, and any change to it is detected (rulings
 * §6.4).
 */
export function encodeTailPosition(cursors: CursorCodec, { incarnation, account, seq, id }: TailPosition): string {
  const bytes = Buffer.alloc(length);
  writeInteger(bytes, incarnation, 0);
  bytes.writeUInt32BE(account, 7);
  writeInteger(bytes, seq, 11);
  writeInteger(bytes, id, 18);
  return cursors.encodeBytes(purpose, bytes);
}

/**
 * Returns where a reader stands: `now` without a position, `oldest` for `0`. Throws `invalid_after`
 * for anything that `encodeTailPosition` did not make.
 */
export async function decodeTailPosition(
  cursors: CursorCodec,
  after: string | undefined,
): Promise<TailPosition | 'now' | 'oldest'> {
  if (after === undefined) return 'now';
  if (after === '0') return 'oldest';
  const bytes = await cursors.decodeBytes(purpose, after, length);
  if (bytes === undefined) throw new DomainError('invalid_after');
  return {
    incarnation: readInteger(bytes, 0),
    account: bytes.readUInt32BE(7),
    seq: readInteger(bytes, 11),
    id: readInteger(bytes, 18),
  };
}
