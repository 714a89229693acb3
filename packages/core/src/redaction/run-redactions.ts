import { setTimeout as delay } from 'node:timers/promises';

import { DomainError, limits, type ActorKind } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Core } from '../core.ts';
import { listEvents } from '../event/read/list-events.ts';
import { scopeOf } from '../event/read/scope-of-query.ts';
import type { EventScope } from '../event/scope.ts';
import type { Actor } from '../ground/actor.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import type { Position } from '../ground/position.ts';
import { recordAction } from '../ground/record-action.ts';
import { holdLog } from '../signed-log/keys/kept-salts.ts';
import { blankedAtOnce, blankEvents, prepareBlanking, type Blanked } from './blank-events.ts';
import { findLeft } from './what-left.ts';

/** A redaction that runs, and how far it has come. */
type Job = {
  rowId: number;
  account: { rowId: number; id: string };
  actor: { kind: ActorKind; name: string };
  site: { rowId: number; id: string } | undefined;
  username: string | undefined;
  userId: number | undefined;
  createdAt: Date;
  after: Position | undefined;
};

export type RedactionOptions = {
  signal?: AbortSignal | undefined;
  /** The share of its time that a redaction works, so that readers and writers hardly notice. */
  share?: number | undefined;
  /** Milliseconds after which another redaction has its turn. */
  turnMs?: number | undefined;
  /** Events that one transaction blanks. */
  batch?: number | undefined;
};

/**
 * Seconds for which a redaction is one process's: of one that died another takes it up after them.
 */
const leaseSeconds = 30;
const defaults = { share: 0.5, turnMs: 2000 };
const theWorker: Actor = { kind: 'worker', name: 'redaction' };

/**
 * Gives every redaction that runs, and that no other process works on, a turn (rulings §13.1).
 * Returns how many were not done yet at the end of theirs. A redaction that fails stops no other
 * one; the first error is thrown at the end.
 */
export async function runRedactions(core: Core, options: RedactionOptions = {}): Promise<number> {
  const { rows } = await core.db.work.query<{ no: number }>(
    'select no from redaction where done_at is null order by no limit 100',
  );
  let left = 0;
  const failures: unknown[] = [];
  for (const { no } of rows) {
    if (options.signal?.aborted === true) break;
    const job = await takeJob(core, no);
    if (job === undefined) continue;
    try {
      if (!(await runTurn(core, job, options))) left += 1;
    } catch (error) {
      // The lease stays, so that it is tried again in a while.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return left;
}

/** Works on a redaction for its turn; true when it is done. */
async function runTurn(core: Core, taken: Job, options: RedactionOptions): Promise<boolean> {
  const { signal, share = defaults.share, turnMs = defaults.turnMs } = options;
  const began = performance.now();
  for (let job = taken; ;) {
    const stepBegan = performance.now();
    const next = await step(core, job, options.batch ?? blankedAtOnce);
    if (next === 'done') return true;
    if (next === 'elsewhere') return false;
    job = next;
    if (signal?.aborted === true || performance.now() - began > turnMs) break;
    const restMs = (performance.now() - stepBegan) * (1 / share - 1);
    await delay(restMs, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => {});
  }
  await core.db.work.query('update redaction set lease_until = null where no = $1 and done_at is null', [taken.rowId]);
  return false;
}

/**
 * Blanks the next events of a redaction and notes how far it came, in one transaction: whoever goes
 * on after a crash begins there. `elsewhere`: another process has gone on meanwhile, or the account
 * was deleted.
 */
async function step(core: Core, job: Job, batch: number): Promise<Job | 'done' | 'elsewhere'> {
  const scope: EventScope =
    job.site === undefined
      ? await scopeOf(core, { account: job.account }, {})
      : { account: job.account.rowId, kind: 'site', site: job.site.rowId };
  const created = job.createdAt.getTime();
  // No event that had arrived by then is later than this one.
  const to = created + (limits.hoursAhead + 1) * 3_600_000;
  const filter = { username: job.username, userId: job.userId, to };
  const page = await listEvents(core, scope, filter, { limit: batch, after: job.after, order: 'asc' });
  const ids = page.events.filter(({ receivedAt }) => Date.parse(receivedAt) <= created).map(({ id }) => id);
  // Events that came later may come for ever.
  if (ids.length === 0 && page.next === undefined) return finish(core, job);
  const last = page.events.at(-1);
  const after = page.next ?? (last && { time: Date.parse(last.occurredAt), id: last.id });
  if (ids.length > 0) await prepareBlanking(core, job.account.rowId, ids, (salts) => noteKept(core, job, salts));
  const isNoted = await withJob(core, job, async (change) => {
    const blanked = ids.length === 0 ? { redacted: 0, held: 0, received: [] } : await blankEvents(change, ids);
    await noteStep(change.tx, job, blanked, after);
  });
  return isNoted ? { ...job, after } : 'elsewhere';
}

/** Keeping many salts may last longer than the lease, and whoever waits sees how far it came. */
async function noteKept({ db }: Core, { rowId }: Job, salts: number): Promise<void> {
  await db.work.query(
    `update redaction set salts_kept = salts_kept + $3, lease_until = clock_timestamp() + $2 * interval '1 second'
     where no = $1 and done_at is null`,
    [rowId, leaseSeconds, salts],
  );
}

/**
 * Runs `work` under the account's lock while the redaction is where this process left it; false
 * when it is not, or when its account was deleted.
 */
async function withJob(core: Core, job: Job, work: (change: Change) => Promise<void>): Promise<boolean> {
  try {
    const worked = async (change: Change): Promise<boolean> => {
      const [found] = await change.tx.$queryRaw<{ after_id: bigint | null }[]>`
        SELECT after_id FROM redaction WHERE no = ${job.rowId} AND done_at IS NULL FOR UPDATE`;
      // Each step ends behind another event.
      if (found === undefined || Number(found.after_id ?? -1) !== (job.after?.id ?? -1)) return false;
      await work(change);
      return true;
    };
    const caller = { actor: job.actor, account: job.account };
    return await changeAccount(core, caller, worked, (tx) => holdLog(tx, job.account.rowId));
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

async function noteStep(
  tx: Tx,
  { rowId }: Job,
  { redacted, held, received }: Blanked,
  after: Position | undefined,
): Promise<void> {
  const times = received.map((at) => at.getTime());
  const [first, last] =
    times.length === 0 ? [null, null] : [new Date(Math.min(...times)), new Date(Math.max(...times))];
  await tx.$executeRaw`
    UPDATE redaction SET matched = matched + ${redacted + held}, redacted = redacted + ${redacted}, held = held + ${held},
      first_received = least(first_received, ${first}::timestamptz), last_received = greatest(last_received, ${last}::timestamptz),
      after_time = ${after === undefined ? null : new Date(after.time)}::timestamptz, after_id = ${after?.id ?? null}::bigint,
      lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    WHERE no = ${rowId}`;
}

/** Ends a redaction that has nothing left to do, and forgets whom it was about. */
async function finish(core: Core, job: Job): Promise<'done' | 'elsewhere'> {
  const counted = await core.db.prisma.redaction.findFirst({ where: { rowId: job.rowId, doneAt: null } });
  if (counted === null) return 'elsewhere';
  const whose = { username: job.username, user_id: job.userId };
  const gone = { since: counted.firstReceived, siteId: job.site?.id ?? null, whose };
  const left = await findLeft(core, job.account, gone);
  const isDone = await withJob(core, job, async ({ tx, account }) => {
    await tx.$executeRaw`
      UPDATE redaction SET done_at = clock_timestamp(), username = NULL, user_id = NULL, lease_until = NULL,
        "left" = ${JSON.stringify(left)}::jsonb
      WHERE no = ${job.rowId}`;
    const { id: redaction, matched, redacted, held } = counted;
    await recordAction(tx, theWorker, {
      action: 'redaction.end',
      accountId: account.id,
      ...(job.site === undefined ? {} : { siteId: job.site.id }),
      detail: { redaction, matched: Number(matched), redacted: Number(redacted), held: Number(held) },
    });
  });
  return isDone ? 'done' : 'elsewhere';
}

type JobRow = {
  account: number;
  account_id: string;
  site_no: number | null;
  site_id: string | null;
  user_id: number | null;
  username: string | null;
  actor_kind: ActorKind;
  actor: string;
  created_at: Date;
  after_time: Date | null;
  after_id: number | null;
};

/** Takes the lease of a redaction, if it is free. */
async function takeJob({ db }: Core, rowId: number): Promise<Job | undefined> {
  const { rows } = await db.work.query<JobRow>(
    `update redaction r set lease_until = clock_timestamp() + $2 * interval '1 second' from account a
     where r.no = $1 and r.done_at is null and (r.lease_until is null or r.lease_until < clock_timestamp()) and a.no = r.account_no
     returning r.account_no as account, a.id::text as account_id, r.site_no, r.site_id::text, r.user_id, r.username,
       r.actor_kind, r.actor, r.created_at, r.after_time, r.after_id`,
    [rowId, leaseSeconds],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { account, account_id: id, site_no: site, site_id: siteId, after_time: time, after_id: afterId } = row;
  return {
    rowId,
    account: { rowId: account, id },
    actor: { kind: row.actor_kind, name: row.actor },
    site: site === null || siteId === null ? undefined : { rowId: site, id: siteId },
    username: row.username ?? undefined,
    userId: row.user_id ?? undefined,
    createdAt: row.created_at,
    after: time === null || afterId === null ? undefined : { time: time.getTime(), id: afterId },
  };
}
