import { DomainError } from '@goal/contract';

import { readInteger, writeInteger, type CursorCodec } from '../event/cursor.ts';

/**
 * A place in the tail of an account: everything up to the commit `seq` was seen, and of the next one the events up to `id` (0: none). Good in one
 * era only (docs/decisions/016-tail.md).
 */
export type TailPosition = { incarnation: number; account: number; seq: number; id: number };

const purpose = 'tail';
/** Bytes: 7 for each number of 53 bits, 4 for the account. */
const length = 25;

/** The position as `next_after`: it shows nothing, and any change to it is found out (rulings §6.4). */
export function encodeTailPosition(cursors: CursorCodec, { incarnation, account, seq, id }: TailPosition): string {
  const bytes = Buffer.alloc(length);
  writeInteger(bytes, incarnation, 0);
  bytes.writeUInt32BE(account, 7);
  writeInteger(bytes, seq, 11);
  writeInteger(bytes, id, 18);
  return cursors.encodeBytes(purpose, bytes);
}

/** Where a reader stands: `now` when it gave no position, `oldest` for `0`. Throws `invalid_after` for whatever `sealTail` did not make. */
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
