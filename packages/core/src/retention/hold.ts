import { Prisma, transaction, type Tx } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import type { Core } from '../core.ts';
import { identityOf } from '../tail/incarnation.ts';
import type { Clock } from './due-sites.ts';
import type { Overdue } from './find-overdue.ts';

type Retention = Pick<Core, 'db'>;

/** Days without a pass after which the clock is doubted (docs/decisions/020-retention-worker.md). */
const longestSilenceDays = 7;

/**
 * Why nothing is deleted until an operator confirms it: the last pass seems to lie more than 7 days back, so the clock may have jumped; or the
 * database is another one than that of the last pass, as after a restore or a failover. `since`: when that last pass began.
 */
export type Hold = { reason: 'silence' | 'another database'; since: Date };

/** The hold that stands now, if there is one. An empty record has none: a first pass is no jump. */
export async function findHold({ db }: Retention, clock: Clock = {}): Promise<Hold | undefined> {
  // Before the transaction: who holds a connection must not ask the same pool for another.
  const identity = await identityOf(db);
  return transaction(db, (tx) => holdOf(tx, identity, clock, Prisma.empty));
}

/**
 * Every pass begins so: its time is kept, by the database's clock, unless there is a hold. `now` is that time: what the pass deletes is judged by it, so
 * that a clock which jumps a moment later deletes nothing.
 */
export async function beginPass({ db }: Retention, { now }: Clock = {}): Promise<{ hold: Hold } | { now: Date }> {
  const identity = await identityOf(db);
  return transaction(db, async (tx) => {
    // One look at the clock: what was judged is what is kept.
    const at = now ?? (await clockOf(tx));
    const hold = await holdOf(tx, identity, { now: at });
    if (hold !== undefined) return { hold };
    await noteRun(tx, identity, at);
    return { now: at };
  });
}

/** Days for which a shortening of a retention is kept at least, though its grace has ended: the operator may make the grace longer. */
const cutsKeptDays = 400;

/** Keeps what a pass that came to its end has deleted, and forgets the shortenings whose grace ended long before it began. */
export async function endPass(
  { db, settings }: Pick<Core, 'db' | 'settings'>,
  { deleted, now }: { deleted: number; now: Date },
): Promise<void> {
  await db.work.query('update retention_state set last_end_at = clock_timestamp(), last_deleted = $1', [deleted]);
  await db.work.query(
    `delete from retention_cut where no in (select no from retention_cut where at < $1::timestamptz - $2::int * interval '24 hours' limit 5000)`,
    [now, Math.max(settings.retentionGraceDays, cutsKeptDays)],
  );
}

/**
 * An operator's word that what is overdue may be deleted: the hold ends, and the act is recorded with the figures that were shown (rulings §8).
 * Returns the hold; undefined where there was none.
 */
export async function confirmRetention(
  { db }: Retention,
  actor: Actor,
  { events, oldestDay }: Overdue,
  clock: Clock = {},
): Promise<Hold | undefined> {
  const identity = await identityOf(db);
  return transaction(db, async (tx) => {
    const hold = await holdOf(tx, identity, clock);
    if (hold === undefined) return undefined;
    await noteRun(tx, identity, clock.now ?? (await clockOf(tx)));
    const detail = { reason: hold.reason, since: hold.since.toISOString(), events, oldest_day: oldestDay };
    await recordAction(tx, actor, { action: 'retention.confirm', accountId: null, detail });
    return hold;
  });
}

/** Who is about to act on it keeps the row, so that two begin or confirm one after the other. */
const kept = Prisma.sql`FOR UPDATE`;

async function holdOf(tx: Tx, identity: string, { now }: Clock, lock = kept): Promise<Hold | undefined> {
  const [state] = await tx.$queryRaw<{ last_run_at: Date; is_other: boolean; is_late: boolean }[]>`
    SELECT last_run_at, identity <> ${Prisma.raw(identity)} AS is_other,
      coalesce(${now ?? null}::timestamptz, clock_timestamp()) > last_run_at + ${longestSilenceDays * 24}::int * interval '1 hour' AS is_late
    FROM retention_state ${lock}`;
  if (state?.is_other === true) return { reason: 'another database', since: state.last_run_at };
  return state?.is_late === true ? { reason: 'silence', since: state.last_run_at } : undefined;
}

async function noteRun(tx: Tx, identity: string, at: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_state (last_run_at, identity) SELECT ${at}::timestamptz, ${Prisma.raw(identity)}
    ON CONFLICT ("only") DO UPDATE SET last_run_at = excluded.last_run_at, identity = excluded.identity`;
}

async function clockOf(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (row === undefined) throw new Error('a clock without a time');
  return row.now;
}
