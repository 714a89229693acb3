import { Prisma, transaction, type Database, type Tx } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { identityOf } from '../tail/incarnation.ts';
import type { Clock } from './due-sites.ts';
import type { Overdue } from './find-overdue.ts';

type RetentionCore = Db;

/** Longer without a pass the clock may have jumped (docs/decisions/020-retention-worker.md). */
const silenceMaxDays = 7;

/** Why nothing is deleted until an operator confirms: a jump of the clock, or another database. */
export type Hold = { reason: 'silence' | 'another database'; since: Date };

/** Returns the present hold, if there is one. Before the first pass there is none. */
export async function findHold({ db }: RetentionCore, clock: Clock = {}): Promise<Hold | undefined> {
  return holdOf(db.prisma, await identityOf(db), clock, Prisma.empty);
}

/**
 * Begins a pass: stores its time by the database's clock, unless there is a hold. The pass judges
 * all events by that time, `now`, so that a clock that jumps a moment later deletes nothing.
 */
export async function beginPass({ db }: RetentionCore, { now }: Clock = {}): Promise<{ hold: Hold } | { now: Date }> {
  // Before the transaction: a holder of a connection must not wait for another of its pool.
  const identity = await identityOf(db);
  return transaction(db, async (tx) => {
    // Reads the clock once, so that the time that is judged is the time that is stored.
    const at = now ?? (await clockOf(tx));
    const hold = await holdOf(tx, identity, { now: at });
    if (hold !== undefined) return { hold };
    await noteRun(tx, identity, at);
    return { now: at };
  });
}

/** Days for which a shortening is kept: longer than any grace, which an operator may lengthen. */
const cutsKeptDays = 400;

/**
 * Ends a complete pass: stores what it deleted, and forgets the shortenings whose grace period
 * ended long ago.
 */
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
 * An operator confirms that overdue events may be deleted. This ends the hold and records the
 * action with the figures that the operator saw (rulings §8). Returns the hold, or undefined if
 * there was none.
 */
export async function confirmRetention(
  { db }: RetentionCore,
  actor: Actor,
  overdue: Overdue,
  clock: Clock = {},
): Promise<Hold | undefined> {
  const identity = await identityOf(db);
  return transaction(db, (tx) => confirmIn(tx, { identity, actor, overdue, clock }));
}

/** The same within a transaction; `more` is recorded too. */
export async function confirmIn(
  tx: Tx,
  {
    identity,
    actor,
    overdue: { events, oldestDay },
    clock = {},
    more = {},
  }: { identity: string; actor: Actor; overdue: Overdue; clock?: Clock; more?: Prisma.InputJsonObject },
): Promise<Hold | undefined> {
  const hold = await holdOf(tx, identity, clock);
  if (hold === undefined) return undefined;
  await noteRun(tx, identity, clock.now ?? (await clockOf(tx)));
  const detail = { reason: hold.reason, since: hold.since.toISOString(), events, oldest_day: oldestDay, ...more };
  await recordAction(tx, actor, { action: 'retention.confirm', accountId: null, detail });
  return hold;
}

/** Locked for a change: passes and confirmations come one after the other. */
const forUpdate = Prisma.sql`FOR UPDATE`;

async function holdOf(
  client: Database['prisma'] | Tx,
  identity: string,
  { now }: Clock,
  lock = forUpdate,
): Promise<Hold | undefined> {
  const [state] = await client.$queryRaw<{ last_run_at: Date; is_other: boolean; is_late: boolean }[]>`
    SELECT last_run_at, identity <> ${Prisma.raw(identity)} AS is_other,
      coalesce(${now ?? null}::timestamptz, clock_timestamp()) > last_run_at + ${silenceMaxDays * 24}::int * interval '1 hour' AS is_late
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
