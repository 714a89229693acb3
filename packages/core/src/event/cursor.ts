import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { DomainError, type AttentionKind } from '@goal/contract';
import { transaction, rows, type Database } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import type { Position } from '../ground/position.ts';

/** The list that a cursor belongs to. It is invalid in any other list. */
export type CursorPurpose =
  | 'events'
  | 'summary'
  | 'accounts'
  | 'accounts by events'
  | 'accounts by sites'
  | `attention ${AttentionKind}`
  | 'account sites'
  | 'account groups'
  | 'sites'
  | 'actions'
  | 'record of an account'
  | 'admin tokens'
  | 'sites of a key'
  | 'sites of a member'
  | 'groups of a key'
  | 'deliveries of a stream'
  | 'set aside of a stream';

/** Turns positions into opaque cursors and back (rulings §6.4). */
export type CursorCodec = {
  /** Without a position, returns the empty cursor: there is no further page. */
  encode(purpose: CursorPurpose, position: Position | undefined): string;
  /** Throws `invalid_cursor` unless made for this list under one of the two newest keys. */
  decode(purpose: CursorPurpose, cursor: string | undefined): Promise<Position | undefined>;
  /** Seals other contents: one byte more than a multiple of three, so base64 has one spelling. */
  encodeBytes(purpose: string, content: Buffer): string;
  /** Undefined unless `encodeBytes` made it so under one of the two newest keys. */
  decodeBytes(purpose: string, sealed: string, length: number): Promise<Buffer | undefined>;
};

type SealKey = { number: number; key: Buffer };

const cipher = 'aes-256-gcm';
/** Lengths in bytes. With a position the sum is a multiple of three: base64 has one spelling. */
const parts = { number: 4, nonce: 12, tag: 16 };
/** Length of a time and an id, in bytes. */
const positionLength = 13;

/** How old keys may be before they are read again, and the least time between reads, in ms. */
const keysMaxAgeMs = 60_000;
const keysMinIntervalMs = 1000;

/** Loads the two newest keys. Makes the first key when there is none. */
export async function openCursorCodec(db: Database): Promise<CursorCodec> {
  let keys = await readKeys(db);
  if (keys.length === 0) {
    await addFirstKey(db);
    keys = await readKeys(db);
  }
  let readAt = performance.now();
  let reading: Promise<void> | undefined;
  const refresh = (waitMs: number): Promise<void> =>
    (reading ??= delay(waitMs)
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
      if (performance.now() - readAt > keysMaxAgeMs) refresh(0).catch(() => {}); // the known key still seals; the next call retries
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
      // Another instance may have made a newer key; a number far above the newest is made up.
      const newest = keys[0]?.number ?? 0;
      if (number > newest && number <= newest + 10)
        await refresh(Math.max(0, readAt + keysMinIntervalMs - performance.now()));
      const key = keys.find((one) => one.number === number);
      return key && unseal(key, purpose, bytes);
    },
  };
  return cursors;
}

/**
 * Makes a new key (`goal seal rotate`) and records that. Cursors of the previous key stay valid,
 * older ones become invalid. Other processes load the new key within a minute, or when they meet a
 * cursor made with it.
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

/** When several processes start at once, one makes the first key. */
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

/** Writes a 53-bit integer into seven bytes; Node writes at most six at once. */
export function writeInteger(bytes: Buffer, value: number, at: number): void {
  bytes.writeUInt8(Math.floor(value / 2 ** 48), at);
  bytes.writeUIntBE(value % 2 ** 48, at + 1, 6);
}

/** Reads what `writeInteger` wrote. */
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
    // The tag does not match: the bytes were forged, or sealed for another list.
    return undefined;
  }
}
