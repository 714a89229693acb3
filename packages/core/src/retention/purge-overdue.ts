import { setTimeout as delay } from 'node:timers/promises';

import { isTimeout, timestamp } from '@goal/db';

import type { Core } from '../core.ts';
import { inTransaction } from '../event/in-transaction.ts';
import { purgeWith } from '../event/purge-events.ts';
import { dueSites, holdDueSite, type Clock, type DueSite } from './due-sites.ts';
import { beginPass, endPass, type Hold } from './hold.ts';

type Retention = Pick<Core, 'db' | 'settings'>;

export type PassOptions = Clock & {
  signal?: AbortSignal | undefined;
  /** Of the time of a pass at most this share is spent deleting, so that readers and writers hardly notice. */
  share?: number | undefined;
  /** Milliseconds after which a pass that lasts keeps its time anew. */
  renewal?: number | undefined;
};

/** What a pass did: events deleted, and sites that it deleted events of. */
export type Pass = { events: number; sites: number };

/** Rows of one batch: a transaction of some tens of milliseconds; and of one where the disk is so slow that such a batch is not done in time. */
const batch = { usual: 5000, least: 250 };
/** rulings §9.2 names no pace. */
const defaultShare = 0.25;
const defaultRenewal = 3_600_000;
/** So many sites in a row that fail mean that it is not about the sites. */
const mostFailures = 3;

/**
 * One pass of retention (rulings §9.2, interface.md §6 rule 3): of every site the events that are older than it keeps, oldest first, batch by batch,
 * each batch a transaction that judges anew; never a reseller's. Any number of instances share the work: who finds a site taken goes on. A pass
 * that ends early is taken up by the next. Deletes nothing more and says why where there is a hold. A site that fails keeps no other from its turn; then
 * the pass throws at its end.
 */
export async function purgeOverdue(core: Retention, options: PassOptions = {}): Promise<Pass | { hold: Hold }> {
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
  /** Those that events were deleted of: one that was taken meanwhile is visited twice. */
  readonly #sites = new Set<number>();
  readonly #failures: unknown[] = [];
  #failedInARow = 0;
  #hold: Hold | undefined;
  #renewedAt = performance.now();

  constructor(
    private readonly core: Retention,
    private readonly options: PassOptions,
    private now: Date,
  ) {}

  get isOver(): boolean {
    return this.options.signal?.aborted === true || this.#hold !== undefined;
  }

  /** Throws what kept it from a site. */
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
      if (this.#failedInARow === mostFailures) throw error;
    }
  }

  /** Whoever was at these has probably finished; if not, the next pass will come by. */
  async visitTaken(): Promise<void> {
    const sites = this.#taken.splice(0);
    if (sites.length > 0) await this.#rest(500);
    for (const site of sites) if (!this.isOver) await this.visit(site);
  }

  /** Deletes what is due of one site; 'elsewhere': somebody else is at it or changes it. */
  async #purge(site: number): Promise<number | 'elsewhere'> {
    const { share = defaultShare } = this.options;
    let limit = batch.usual;
    for (let deleted = 0; ;) {
      await this.#renew();
      if (this.isOver) return deleted;
      const begun = performance.now();
      const step = await purgeBatch(this.core, { site, limit, now: this.now }).catch((error: unknown) => {
        if (limit === batch.least || !isTimeout(error)) throw error;
        return 'slow' as const;
      });
      if (step === 'elsewhere') {
        // Somebody has taken it between two batches: the rest has its turn at the end.
        if (deleted > 0) this.#taken.push(site);
        return deleted > 0 ? deleted : step;
      }
      if (step === 'slow') limit = batch.least;
      else {
        deleted += step;
        this.done.events += step;
      }
      await this.#rest((performance.now() - begun) * (1 / share - 1));
      if (step !== 'slow' && step < limit) return deleted;
    }
  }

  /** A pass may last for days: its time goes on with the database's, unless that jumps. */
  async #renew(): Promise<void> {
    const { renewal = defaultRenewal } = this.options;
    if (performance.now() - this.#renewedAt < renewal) return;
    const begun = await beginPass(this.core, this.options);
    if ('hold' in begun) this.#hold = begun.hold;
    else this.now = begun.now;
    this.#renewedAt = performance.now();
  }

  /** Ends when the pass is called off. */
  async #rest(ms: number): Promise<void> {
    const { signal } = this.options;
    await delay(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => {});
  }
}

type Batch = { site: number; limit: number; now: Date };

async function purgeBatch({ db, settings }: Retention, { site, limit, now }: Batch): Promise<number | 'elsewhere'> {
  const { due, deleted } = await inTransaction(db, async (session) => {
    const due = await holdDueSite(session, site, { settings }, { now });
    if (due === undefined || due === 'elsewhere') return { due, deleted: 0 };
    return { due, deleted: await purgeWith(session, { account: due.account, site, olderThan: due.cutoff, limit }) };
  });
  if (due === 'elsewhere') return due;
  if (due !== undefined && deleted < limit) await forgetEmptyDays(db, due);
  return deleted;
}

/**
 * Counters of days of which nothing is left would only be passed over. Each table by itself: whoever stores events at this moment takes the rows of one,
 * then of the other, and so nobody waits in a ring.
 */
async function forgetEmptyDays(db: Core['db'], { account, rowId, cutoff }: DueSite): Promise<void> {
  const day = `($2::timestamptz at time zone 'utc')::date`;
  await db.pages.query(`delete from kept where account = $1 and day <= ${day} and n = 0 and site = $3`, [
    account,
    timestamp(cutoff),
    rowId,
  ]);
  await db.pages.query(`delete from kept_day where account = $1 and day <= ${day} and n = 0`, [
    account,
    timestamp(cutoff),
  ]);
}
