import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { DomainError } from '@goal/contract';
import { transaction, rows, type Database } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import type { Position } from '../ground/position.ts';

/** The list that a cursor belongs to: in any other it is invalid. */
export type CursorPurpose =
  | 'events'
  | 'accounts'
  | 'account sites'
  | 'account groups'
  | 'sites'
  | 'actions'
  | 'sites of a key'
  | 'groups of a key';

/** Turns positions into cursors, which show nothing, and back (rulings §6.4). */
export type CursorCodec = {
  /** The empty cursor for no position: there is no further page. */
  encode(purpose: CursorPurpose, position: Position | undefined): string;
  /** Undefined for no cursor. Throws `invalid_cursor` for whatever `encode` did not make for this list with one of the two newest keys. */
  decode(purpose: CursorPurpose, cursor: string | undefined): Promise<Position | undefined>;
  /** The same for other contents; their length must be one more than a multiple of three, so that base64 has one spelling. */
  encodeBytes(purpose: string, content: Buffer): string;
  /** Undefined for whatever `encodeBytes` did not make for this purpose, in this length, with one of the two newest keys. */
  decodeBytes(purpose: string, sealed: string, length: number): Promise<Buffer | undefined>;
};

type SealKey = { number: number; key: Buffer };

const cipher = 'aes-256-gcm';
/** Bytes: number of the key, nonce, then what is sealed, tag. With a position a multiple of three, so base64 has one spelling and no padding. */
const parts = { number: 4, nonce: 12, tag: 16 };
/** Bytes of a time and an id. */
const positionLength = 13;

/** Keys are read again after so many milliseconds, and no more often than once in the shorter time. */
const freshFor = 60_000;
const atMostEvery = 1000;

/** Loads the two newest keys, making the first one where there is none. */
export async function openCursorCodec(db: Database): Promise<CursorCodec> {
  let keys = await readKeys(db);
  if (keys.length === 0) {
    await addFirstKey(db);
    keys = await readKeys(db);
  }
  let readAt = performance.now();
  let reading: Promise<void> | undefined;
  const refresh = (wait: number): Promise<void> =>
    (reading ??= delay(wait)
      .then(async () => {
        keys = await readKeys(db);
        readAt = performance.now();
      })
      .finally(() => (reading = undefined)));

  const cursors: CursorCodec = {
    encode: (purpose, position) => (position === undefined ? '' : cursors.encodeBytes(purpose, write(position))),
    async decode(purpose, cursor) {
      if (cursor === undefined) return undefined;
      const bytes = await cursors.decodeBytes(purpose, cursor, positionLength);
      if (bytes === undefined) throw new DomainError('invalid_cursor');
      return read(bytes);
    },
    encodeBytes(purpose, content) {
      if (performance.now() - readAt > freshFor) refresh(0).catch(() => {}); // what is known still seals; the next call tries again
      const [newest] = keys;
      if (newest === undefined) throw new Error('no key to seal cursors with');
      return seal(newest, purpose, content);
    },
    async decodeBytes(purpose, sealed, length) {
      if (
        sealed.length !== ((length + parts.number + parts.nonce + parts.tag) * 4) / 3 ||
        !/^[A-Za-z0-9_-]+$/.test(sealed)
      )
        return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      const number = bytes.readUInt32BE(0);
      // Another instance may have made a key since: a number a little above ours is worth looking, a made-up one is not.
      const newest = keys[0]?.number ?? 0;
      if (number > newest && number <= newest + 10)
        await refresh(Math.max(0, readAt + atMostEvery - performance.now()));
      const key = keys.find((one) => one.number === number);
      return key && unseal(key, purpose, bytes);
    },
  };
  return cursors;
}

/**
 * Makes a new key (`goal seal rotate`), which is recorded. Cursors under the one before stay valid, older ones become invalid. Other processes notice within
 * a minute, or when they meet one.
 */
export async function rotateSealKey({ db }: { db: Database }, actor: Actor): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.$executeRaw`LOCK TABLE seal_key IN SHARE ROW EXCLUSIVE MODE`;
    await tx.$executeRaw`INSERT INTO seal_key (key) VALUES (${randomBytes(32)})`;
    await tx.$executeRaw`DELETE FROM seal_key WHERE no NOT IN (SELECT no FROM seal_key ORDER BY no DESC LIMIT 2)`;
    await recordAction(tx, actor, { action: 'seal.rotate', accountId: null });
  });
}

async function readKeys(db: Database): Promise<SealKey[]> {
  const text = "select no, encode(key, 'base64') from seal_key order by no desc limit 2";
  const found = await rows<[number, string]>(db.work, { name: 'seal keys', text, values: [] });
  return found.map(([number, key]) => ({ number, key: Buffer.from(key, 'base64') }));
}

/** Of several processes that start at once one makes the first key. */
async function addFirstKey(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.$executeRaw`LOCK TABLE seal_key IN SHARE ROW EXCLUSIVE MODE`;
    await tx.$executeRaw`INSERT INTO seal_key (key) SELECT ${randomBytes(32)}::bytea WHERE NOT EXISTS (SELECT FROM seal_key)`;
  });
}

function write({ time, id }: Position): Buffer {
  const position = Buffer.alloc(positionLength);
  position.writeUIntBE(time, 0, 6);
  writeInteger(position, id, 6);
  return position;
}

function read(position: Buffer): Position {
  return { time: position.readUIntBE(0, 6), id: readInteger(position, 6) };
}

/** A whole number of 53 bits in seven bytes; Node writes at most six at once. */
export function writeInteger(bytes: Buffer, value: number, at: number): void {
  bytes.writeUInt8(Math.floor(value / 2 ** 48), at);
  bytes.writeUIntBE(value % 2 ** 48, at + 1, 6);
}

/** What `writeInteger` wrote. */
export function readInteger(bytes: Buffer, at: number): number {
  return bytes.readUInt8(at) * 2 ** 48 + bytes.readUIntBE(at + 1, 6);
}

function seal({ number, key }: SealKey, purpose: string, content: Buffer): string {
  const head = Buffer.alloc(parts.number);
  head.writeUInt32BE(number);
  const nonce = randomBytes(parts.nonce);
  const gcm = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([head, nonce, gcm.update(content), gcm.final(), gcm.getAuthTag()]).toString('base64url');
}

function unseal({ key }: SealKey, purpose: string, bytes: Buffer): Buffer | undefined {
  const start = parts.number + parts.nonce;
  const nonce = bytes.subarray(parts.number, start);
  const tag = bytes.subarray(bytes.length - parts.tag);
  try {
    const gcm = createDecipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
    return Buffer.concat([gcm.update(bytes.subarray(start, bytes.length - parts.tag)), gcm.final()]);
  } catch {
    // The tag does not fit: somebody else made it, or for another list.
    return undefined;
  }
}
