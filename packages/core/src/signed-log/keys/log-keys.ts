import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Queryable } from '@goal/db';
import type { NoteSigner } from '@goal/signed-log';
import { noteSigner, parsePrivateKey } from '@goal/signed-log/node';

/** This process may not sign: it has another key than the logs, or lacks one. */
export class LogKeyError extends Error {
  override readonly name = 'LogKeyError';
}

/** A key of the logs; `sign` is there where this process may sign with it. */
export type LogKey = { no: number; publicKey: Uint8Array; sign: NoteSigner['sign'] | undefined; isInDatabase: boolean };

/** A key as everybody may know it. */
export type PublicKey = {
  no: number;
  publicKey: Uint8Array;
  from: string;
  until: string | undefined;
  isInDatabase: boolean;
};

const seedBytes = 32;
/** For so long a key signs beside the one that replaced it. */
export const formerKeySignsMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Reads LOG_KEY: private keys, or files that hold one, the newest first, separated by commas. Their
 * names count for nothing, because each log signs under its own. Undefined if one is neither.
 */
export function parseLogKeys(text: string): Uint8Array[] | undefined {
  const seeds = text.split(',').map((part) => {
    const one = part.trim();
    return parsePrivateKey(one.startsWith('PRIVATE+KEY+') ? one : readFile(one))?.seed;
  });
  return seeds.every((seed) => seed !== undefined) ? seeds : undefined;
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

type LogKeyRow = {
  no: number;
  public: Buffer;
  seed: Buffer | null;
  created_at: Date;
  until: Date | null;
  is_over: boolean;
};

async function keyRows(on: Queryable): Promise<LogKeyRow[]> {
  const { rows } = await on.query<LogKeyRow>(
    `select no, public, seed, created_at, until, coalesce(until <= clock_timestamp(), false) as is_over from log_key order by no`,
  );
  return rows;
}

/** The keys of all times, the oldest first. */
export async function publicKeys(on: Queryable): Promise<PublicKey[]> {
  return (await keyRows(on)).map(({ no, public: publicKey, seed, created_at, until }) => ({
    no,
    publicKey,
    from: created_at.toISOString(),
    until: until?.toISOString(),
    isInDatabase: seed !== null,
  }));
}

/**
 * The keys of the logs, the oldest first; the newest one signs. The first process ever makes one,
 * or takes that of the environment. `seeds` are those of LOG_KEY, the newest first. Throws
 * `LogKeyError` where this process lacks a key that signs now, because two processes with different
 * keys would sign one log in turn.
 */
export async function signingKeys(on: Queryable, seeds: readonly Uint8Array[]): Promise<LogKey[]> {
  const own = seeds.map((seed) => ({ seed, publicKey: publicKeyOf(seed) }));
  let found = await keyRows(on);
  if (found.length === 0) {
    await insertFirstKey(on, seeds[0]);
    found = await keyRows(on);
  }
  const newest = found.at(-1);
  if (newest === undefined) throw new Error('the signed log has no key');
  judge(own[0]?.publicKey, newest);
  return found.map(({ no, public: publicKey, seed: kept, until, is_over }) => {
    const seed = kept ?? own.find((one) => publicKey.equals(one.publicKey))?.seed;
    if (seed === undefined && !is_over) throw lacksFormerKey(until);
    const sign = seed === undefined ? undefined : noteSigner('goal', seed).sign;
    return { no, publicKey, sign, isInDatabase: kept !== null };
  });
}

/** `log`: the log that it signs, if others have it behind them. */
export function lacksFormerKey(until: Date | null, log?: string): LogKeyError {
  const signs = `signs${log === undefined ? '' : ` ${log}`} until ${until?.toISOString() ?? 'it is replaced'}`;
  return new LogKeyError(
    `LOG_KEY lacks the former key, which ${signs}: set it behind the new one, with a comma between them`,
  );
}

function judge(own: Uint8Array | undefined, newest: Pick<LogKeyRow, 'public' | 'seed'>): void {
  if (own === undefined ? newest.seed !== null : newest.public.equals(own)) return;
  throw new LogKeyError(
    own === undefined
      ? 'the key that signs the logs is not in the database: set LOG_KEY, as on the other instances'
      : 'LOG_KEY is another key than the one that signs the logs: goal log key rotate exchanges them',
  );
}

/** When several processes ask at once, one makes the key. */
async function insertFirstKey(on: Queryable, given: Uint8Array | undefined): Promise<void> {
  const seed = given ?? randomBytes(seedBytes);
  await on.query('insert into log_key (no, public, seed) values (1, $1, $2) on conflict do nothing', [
    Buffer.from(publicKeyOf(seed)),
    given === undefined ? seed : null,
  ]);
}

/** The public key of a seed. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array => noteSigner('goal', seed).publicKey;
