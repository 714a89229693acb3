import { setTimeout as delay } from 'node:timers/promises';

import { isTimeout, timestamp } from '@goal/db';

import type { Core } from '../core.ts';
import { inTransaction } from '../event/in-transaction.ts';
import { purgeWith, type Purged } from '../event/gone/purge-events.ts';
import { unsealedSeconds } from '../tail/unsealed.ts';
import { dueSites, holdDueSite, type Clock, type DueSite } from './due-sites.ts';
import { forgetSalts, notePurge } from './note-purge.ts';
import { beginPass, endPass, type Hold } from './hold.ts';

type RetentionWorkCore = Pick<Core, 'db' | 'settings'>;

export type PassOptions = Clock & {
  signal?: AbortSignal | undefined;
  /** Part of a pass that is spent deleting, so that readers and writers hardly notice. */
  share?: number | undefined;
  /** How often, in ms, a long pass renews its time. */
  renewalMs?: number | undefined;
};

/** The result of a pass: the number of deleted events, and of sites that they belonged to. */
export type Pass = { events: number; sites: number };

/** Rows of a batch: some tens of ms; the small one is for a disk too slow for that. */
const batchRows = { usual: 5000, small: 250 };
/** rulings §9.2 names no pace. */
const defaultShare = 0.25;
const defaultRenewalMs = 3_600_000;
/** After this many sites have failed in a row, the cause is not the sites, and the pass ends. */
const failuresInARowMax = 3;

/**
 * Runs one pass of retention (rulings §9.2, interface.md §6 rule 3). It deletes the expired events
 * of every site that is not a reseller's, oldest first, in batches; each batch is a transaction
 * that judges the site again. Any number of instances share the work: an instance skips a site that
 * another one holds. The next pass resumes one that ended early. During a hold it deletes nothing
 * and returns the hold. A site that fails does not stop the others; the pass throws the error at
 * its end.
 */
export async function purgeOverdue(core: RetentionWorkCore, options: PassOptions = {}): Promise<Pass | { hold: Hold }> {
  const begun = await beginPass(core, options);
  if ('hold' in begun) return begun;
  const running = new RunningPass(core, options, begun.now);
  for await (const { rowId } of dueSites(core, begun)) {
    if (running.isOver) return running.result;
    await running.visit(rowId);
  }
  await running.visitTaken();
  if (running.isOver) return running.result;
  await endPass(core, { deleted: running.done.events, now: begun.now });
  return running.result;
}

class RunningPass {
  readonly done: Pass = { events: 0, sites: 0 };
  readonly #taken: number[] = [];
  /**
   * The sites that lost events. A set, because a site that was taken in between is visited twice.
   */
  readonly #sites = new Set<number>();
  readonly #failures: unknown[] = [];
  #failedInARow = 0;
  #hold: Hold | undefined;
  #renewedAt = performance.now();

  constructor(
    private readonly core: RetentionWorkCore,
    private readonly options: PassOptions,
    private now: Date,
  ) {}

  get isOver(): boolean {
    return this.options.signal?.aborted === true || this.#hold !== undefined;
  }

  /** Throws the first error of a site, if there was one. */
  get result(): Pass | { hold: Hold } {
    if (this.#failures.length > 0) throw this.#failures[0];
    return this.#hold === undefined ? this.done : { hold: this.#hold };
  }

  async visit(site: number): Promise<void> {
    try {
      const deleted = await this.#purge(site);
      if (deleted === 'elsewhere') this.#taken.push(site);
      else if (deleted > 0) this.done.sites = this.#sites.add(site).size;
      this.#failedInARow = 0;
    } catch (error) {
      this.#failures.push(error);
      this.#failedInARow += 1;
      if (this.#failedInARow === failuresInARowMax) throw error;
    }
  }

  /** Visits skipped sites again; what is still held waits for the next pass. */
  async visitTaken(): Promise<void> {
    const sites = this.#taken.splice(0);
    if (sites.length > 0) await this.#rest(500);
    for (const site of sites) if (!this.isOver) await this.visit(site);
  }

  /** Deletes the expired events of one site; 'elsewhere' if somebody else changes or purges it. */
  async #purge(site: number): Promise<number | 'elsewhere'> {
    const { share = defaultShare } = this.options;
    let limit = batchRows.usual;
    let reached: string | undefined;
    for (let deleted = 0; ;) {
      await this.#renew();
      if (this.isOver) return deleted;
      const begun = performance.now();
      const step = await purgeBatch(this.core, { site, limit, reached, now: this.now }).catch((error: unknown) => {
        if (limit === batchRows.small || !isTimeout(error)) throw error;
        return 'slow' as const;
      });
      if (step === 'elsewhere') {
        // Somebody took the site between two batches: the rest is visited at the end of the pass.
        if (deleted > 0) this.#taken.push(site);
        return deleted > 0 ? deleted : step;
      }
      if (step === 'slow') limit = batchRows.small;
      else {
        reached = step.reached;
        deleted += step.deleted;
        this.done.events += step.deleted;
      }
      await this.#rest((performance.now() - begun) * (1 / share - 1));
      if (step !== 'slow' && step.deleted < limit) return deleted;
    }
  }

  /** Renews the pass's time, as it may last days. A jump of the clock ends it. */
  async #renew(): Promise<void> {
    const { renewalMs = defaultRenewalMs } = this.options;
    if (performance.now() - this.#renewedAt < renewalMs) return;
    const begun = await beginPass(this.core, this.options);
    if ('hold' in begun) this.#hold = begun.hold;
    else this.now = begun.now;
    this.#renewedAt = performance.now();
  }

  /** Sleeps, or returns early when the pass is aborted. */
  async #rest(ms: number): Promise<void> {
    const { signal } = this.options;
    await delay(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => {});
  }
}

/** A log behind by more than a minute is waited for; for a day, as erasure must go on. Seconds. */
const sealing = { waitedForFrom: 60, waitedForUntil: 86_400 };

type PurgeBatch = { site: number; limit: number; reached: string | undefined; now: Date };

async function purgeBatch(
  { db, settings }: RetentionWorkCore,
  { site, limit, reached, now }: PurgeBatch,
): Promise<Purged | 'elsewhere'> {
  const { due, purged } = await inTransaction(db.pages, async (session) => {
    const due = await holdDueSite(session, site, { settings }, { now });
    if (due === undefined || due === 'elsewhere') return { due, purged: nothing };
    const unsealed = await unsealedSeconds(session, due.account);
    if (unsealed > sealing.waitedForFrom && unsealed < sealing.waitedForUntil)
      return { due: undefined, purged: nothing };
    const purged = await purgeWith(session, { account: due.account, site, olderThan: due.cutoff, limit, reached });
    const { deleted } = purged;
    if (deleted > 0) await notePurge(session, { due, deleted, now, isUnsealed: unsealed >= sealing.waitedForUntil });
    return { due, purged };
  });
  if (due === 'elsewhere') return due;
  if (due !== undefined && purged.deleted < limit) await forgetEmptyDays(db, due);
  return purged;
}
const nothing: Purged = { deleted: 0, reached: undefined };

/**
 * Deletes the counters of days without events. Uses one statement for each table: a statement that
 * stores events locks the rows of one table and then of the other, and cannot deadlock with these.
 */
async function forgetEmptyDays(db: Core['db'], { account, rowId, cutoff }: DueSite): Promise<void> {
  const day = `($2::timestamptz at time zone 'utc')::date`;
  await db.pages.query(`delete from kept where account = $1 and day <= ${day} and n = 0 and site = $3`, [
    account,
    timestamp(cutoff),
    rowId,
  ]);
  await forgetSalts(db, { account, rowId, cutoff });
  await db.pages.query(`delete from kept_day where account = $1 and day <= ${day} and n = 0`, [
    account,
    timestamp(cutoff),
  ]);
}
