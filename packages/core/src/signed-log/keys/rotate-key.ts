import { randomBytes } from 'node:crypto';

import { transaction } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import type { Actor } from '../../ground/actor.ts';
import { recordAction } from '../../ground/record-action.ts';
import { formerKeySignsMs, publicKeyOf } from './log-keys.ts';

/** A rotation that changes nothing. */
export class SameLogKeyError extends Error {
  override readonly name = 'SameLogKeyError';
}

export type Rotation = {
  /** The first key of LOG_KEY; without one, a key is made in the database. */
  seed: Uint8Array | undefined;
  /** The former key cannot sign any more, so another log begins for each account. */
  isLost: boolean;
};

/** The new key, and until when the former one signs beside it, if it does. */
export type Rotated = { public: string; former_until: string | null };

/**
 * Makes another key the one that signs the logs, which the record tells (rulings §16.11). Each log
 * is told by a note with its next seal, and for 30 days both keys sign. Throws `SameLogKeyError` if
 * it is that key already.
 */
export async function rotateLogKey({ db }: Db, actor: Actor, rotation: Rotation): Promise<Rotated> {
  const { seed: given, isLost } = rotation;
  const seed = given ?? randomBytes(32);
  const publicKey = Buffer.from(publicKeyOf(seed));
  return transaction(db, async (tx) => {
    await tx.$executeRaw`LOCK TABLE log_key IN SHARE ROW EXCLUSIVE MODE`;
    const keys = await tx.logKey.findMany({ orderBy: { rowId: 'asc' } });
    const former = keys.at(-1);
    if (keys.some((key) => publicKey.equals(key.public)))
      throw new SameLogKeyError('this key signs the logs already, or did so before');
    const until = former === undefined ? null : new Date(Date.now() + (isLost ? 0 : formerKeySignsMs));
    if (former !== undefined) await tx.logKey.update({ where: { rowId: former.rowId }, data: { until } });
    const kept = given === undefined ? Buffer.from(seed) : null;
    await tx.logKey.create({ data: { rowId: (former?.rowId ?? 0) + 1, public: publicKey, seed: kept } });
    if (isLost) await tx.$executeRaw`UPDATE log_head SET era = 0 WHERE era <> 0`;
    const shown = publicKey.toString('base64');
    await recordAction(tx, actor, { action: 'log.key', accountId: null, detail: { public: shown, lost: isLost } });
    return { public: shown, former_until: isLost ? null : (until?.toISOString() ?? null) };
  });
}

/**
 * Begins another log with the next seal of each account whose log has fewer entries than `sizes`
 * say were signed: the database was put back behind the back of the service. Returns how many.
 */
export async function renewLogs(
  { db }: Db,
  actor: Actor,
  wasSigned: (origin: string, size: number) => boolean,
): Promise<number> {
  return transaction(db, async (tx) => {
    const heads = await tx.logHead.findMany({
      where: { era: { not: 0 } },
      select: { account: true, log: true, origin: true, size: true },
    });
    const shorter = heads.filter(({ origin, size }) => wasSigned(origin, Number(size)));
    for (const { account, log } of shorter)
      await tx.$executeRaw`UPDATE log_head SET era = 0 WHERE account = ${account} AND log = ${log}`;
    if (shorter.length > 0)
      await recordAction(tx, actor, { action: 'log.renew', accountId: null, detail: { logs: shorter.length } });
    return shorter.length;
  });
}
