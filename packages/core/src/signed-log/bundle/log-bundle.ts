import { DomainError } from '@goal/contract';
import { withAllowance } from '@goal/db';
import type { bundleHead } from '@goal/signed-log';

import { lastingAllowance, type RequestAllowance } from '../../ground/request-allowance.ts';
import type { Events } from '../../core.ts';
import type { ExportClient } from '../../export/export-slots.ts';
import { BundleWriter } from './bundle-writer.ts';
import { logHeads, type LogHead } from '../entries/log-head.ts';
import { sitesOfLog } from '../entries/log-sites.ts';
import { beginningOf, vkeysOf } from '../entries/log-view.ts';
import { leavesOfPage, readBundlePage, type Visible } from './read-page.ts';
import type { LogEnd } from '../seal/seal-account.ts';
import { witnessedEnd, type WitnessedEnd } from '../witness/witnessed.ts';

type BundleScope = Parameters<typeof bundleHead>[0]['scope'];

/** What a bundle is made of. */
export type BundlePlan = {
  core: Events;
  account: number;
  /** Who holds the place of an export. */
  key: string;
  scope: BundleScope;
  visible: Visible;
  /** Throws when the reader may no longer read what the bundle shows. Called repeatedly. */
  judge: () => Promise<unknown>;
  record: {
    begin: () => Promise<void>;
    end: (result: { leaves: number; complete: boolean }) => Promise<void>;
  };
};

/** How often the reader is judged again, in ms (rulings §2.5). */
const judgeIntervalMs = 400;
/** After this time the reader is told what it may not see, so that its connection is not idle. */
const silenceMs = 5000;
/** The number of seals with events that are gone already, after which the bundle gives up. */
const sealsMax = 20;

/**
 * The logs of an account, or what they hold of some sites, as a stream of bytes under the rules of
 * exports (rulings §16.6): it is made page by page while its reader takes it, and holds nothing
 * meanwhile.
 *
 * Before its last line the account is sealed once more, with notes of what was purged meanwhile,
 * and the leaves of that seal follow. So every event that was gone when its line was written has
 * its note. It is sealed again while those leaves show that more is gone.
 */
export class LogBundle {
  #leave: (() => void) | undefined;
  #reader: ExportClient | undefined;
  #heads: LogHead[] = [];
  readonly #writer = new BundleWriter();
  readonly #cut = new AbortController();
  readonly #allowance: RequestAllowance;
  #judgedAt = 0;
  /** When the reader was last given something. */
  #toldAt = performance.now();
  #leaves = 0;
  #recorded: boolean | undefined;

  constructor(private readonly plan: BundlePlan) {
    this.#allowance = lastingAllowance(plan.account, this.#cut.signal);
  }

  /** Leaves that were written so far, and how many there are, as far as that is known. */
  get progress(): { leaves: number; of: number } {
    return { leaves: this.#leaves, of: this.#heads.reduce((sum, { size }) => sum + size, 0) };
  }

  /**
   * Takes the place and records it; `end` must be called. `gone`: the client left. Throws
   * `rate_limited`, `unavailable`, `not_sealed`, `not_found`, and the reason of `gone`.
   */
  async start(gone?: AbortSignal): Promise<void> {
    gone?.throwIfAborted();
    gone?.addEventListener('abort', () => this.#cut.abort(gone.reason), { once: true });
    const { core, key, account } = this.plan;
    this.#leave = core.events.exports.enter(key, account, { reader: () => this.#reader, bundle: () => this.progress });
    try {
      await this.#sealNow();
      this.#heads = await logHeads(core.db.pages, account);
      if (this.#heads.length === 0) throw new DomainError('not_found');
      await this.plan.record.begin();
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  attach(reader: ExportClient): void {
    this.#reader = reader;
  }

  async judge(): Promise<void> {
    await this.plan.judge();
  }

  /** Returns all bytes but the last line, once. Throws when the bundle must be cut off. */
  async *bytes(): AsyncGenerator<Buffer> {
    const newest = this.#heads.at(-1);
    for (const head of this.#heads) {
      await this.#inTurn(() => this.#beginLog(head));
      yield* this.#pages(head, head.size);
      if (head !== newest) {
        this.#writer.endLog(head, await this.#inTurn(() => this.#witnessed(head)));
        yield this.#writer.take();
      }
    }
    if (newest !== undefined) yield* this.#close(newest);
  }

  /** Returns the last line, and records the bundle as whole before (as `EventExport.last`). */
  async last(): Promise<Buffer> {
    await this.end(true);
    return this.#writer.take();
  }

  /** Ends the bundle, which was sent completely or cut off (as `EventExport.end`). */
  async end(complete: boolean): Promise<void> {
    if (!complete) this.#cut.abort();
    if (this.#recorded === complete) return;
    try {
      await this.plan.record.end({ leaves: this.#leaves, complete });
      this.#recorded = complete;
    } finally {
      this.#leave?.();
    }
  }

  async #beginLog(head: LogHead): Promise<void> {
    const { core, account, scope } = this.plan;
    const { pages } = core.db;
    const { began_at, previous } = await beginningOf(pages, account, head);
    const vkeys = (await vkeysOf(pages, head)).map(({ vkey }) => vkey);
    this.#writer.beginLog({ origin: head.origin, scope, vkeys, previous, began_at, size: head.size });
  }

  /** What witnesses cosigned of a log up to here. */
  #witnessed({ log, size }: LogEnd): Promise<WitnessedEnd | undefined> {
    const { core, account } = this.plan;
    return witnessedEnd(core.db.pages, core.events.log.witnesses, { account, log, size });
  }

  /** Seals, and writes what that brought, until nothing of it is gone already. */
  async *#close(head: LogHead): AsyncGenerator<Buffer> {
    for (let seals = 1; ; seals += 1) {
      const end = await this.#sealNow();
      if (end.log !== head.log || seals > sealsMax) throw new DomainError('not_sealed');
      const gone = this.#writer.gone;
      yield* this.#pages(head, end.size);
      if (this.#writer.gone > gone) continue;
      this.#writer.endLog(end, await this.#inTurn(() => this.#witnessed(end)));
      return;
    }
  }

  /**
   * Seals all, with notes of purges and counts of shown sites, which the bundle would else lack.
   * Throws `not_sealed` where nothing may be sealed, as after a restore.
   */
  async #sealNow(): Promise<LogEnd> {
    const { core, account, visible } = this.plan;
    const { log } = core.events;
    const counted = visible.kind === 'all' ? undefined : [...visible.sites];
    const sealed = log.isOn
      ? await log.seal(account, { withPurges: true, counted }).catch((error: unknown) => {
          throw new DomainError('not_sealed', { retryAfter: log.seconds, cause: error });
        })
      : undefined;
    if (sealed?.end !== undefined) return sealed.end;
    const newest = (await logHeads(core.db.pages, account)).at(-1);
    if (newest === undefined) throw new DomainError('not_found');
    if (sealed?.outcome === 'nothing') return newest;
    throw new DomainError('not_sealed', { retryAfter: log.seconds });
  }

  async *#pages(head: LogHead, to: number): AsyncGenerator<Buffer> {
    const { core, account, visible } = this.plan;
    const of = { account, log: head.log };
    for (let from = this.#writer.size; from < to; from += leavesOfPage - (from % leavesOfPage)) {
      const end = Math.min(to, from + leavesOfPage - (from % leavesOfPage));
      const { rows, page } = await this.#inTurn(async () => {
        await this.#judgeAgain();
        // Each page asks again: a site may have come to the log meanwhile.
        const sites = await sitesOfLog(core.db.pages, account);
        return readBundlePage(core.db.pages, of, { from, to: end }, { sites, visible });
      });
      this.#writer.addRows(rows, page, end);
      this.#leaves += end - from;
      if (performance.now() - this.#toldAt > silenceMs) this.#writer.flushHidden();
      const bytes = this.#writer.take();
      if (bytes.length === 0) continue;
      yield bytes;
      this.#toldAt = performance.now();
    }
  }

  /** The page may have waited for a slow reader. */
  async #judgeAgain(): Promise<void> {
    if (performance.now() - this.#judgedAt < judgeIntervalMs) return;
    await this.plan.judge();
    this.#judgedAt = performance.now();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.plan.core.events.exports.inTurn(() => withAllowance(this.#allowance, work));
  }
}
