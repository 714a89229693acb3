import { setTimeout as delay } from 'node:timers/promises';

import { DomainError, limits, type BundleProgress, type ExportProgress } from '@goal/contract';
import { FairSemaphore, SlotQuota, type SlotHolder, type SlotLimits } from '@goal/fairness';

/** The client that receives an export. */
export type ExportClient = {
  /** Since when it takes no waiting bytes (`performance.now`); undefined while it reads. */
  readonly stillSince: number | undefined;
  /** Closes its connection, so that the client sees that the export is incomplete. */
  cutOff: () => void;
};

/**
 * A running export, or a bundle of the signed log. It has a reader once its bytes are being sent.
 */
type RunningExport = SlotHolder & {
  reader: () => ExportClient | undefined;
  progress: () => ExportProgress | null;
  bundle: () => BundleProgress | null;
};

/** Concurrent statements of exports in a process. The rest of the pool is for pages. */
const statementsAtOnce = 2;
/** Exports wait for statements as one owner, in order, in an unbounded queue. */
const statements = { owner: 'exports', share: { permits: statementsAtOnce, queueLimit: Infinity } };
/** When a refused client should retry, in seconds. */
const retryAfter = 5;

const refusalOf = (full: keyof SlotLimits): DomainError =>
  new DomainError(full === 'key' ? 'rate_limited' : 'unavailable', { retryAfter });
/** How long `close` waits for exports to end, in milliseconds. */
const closeTimeoutMs = 2000;

/**
 * The exports that run in this process.
 *
 * An export is outside, running, or cut off:
 *
 * - `enter` takes a slot (`SlotQuota`) and makes it running. Nobody queues for a slot: where none
 *   is free at some level, the export of that level whose reader has stood still for longest, and
 *   for at least `stillMs`, is cut off and gives its slot; otherwise the newcomer is refused.
 * - It leaves when it has ended, or was cut off; leaving twice changes nothing.
 *
 * Bounds: `limits.exports` of a key, of an account and of the process; `statementsAtOnce`.
 */
export class ExportSlots {
  readonly #running = new Set<RunningExport>();
  readonly #slots = new SlotQuota(limits.exports);
  readonly #statements = new FairSemaphore({ permits: statementsAtOnce, queueTimeoutMs: Infinity });
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  /** A reader that takes nothing for `stillMs` gives way to a request that needs its slot. */
  constructor(private readonly stillMs: number = limits.exports.stillMs) {}

  /** The number of running exports. */
  get size(): number {
    return this.#slots.held;
  }

  /** Takes a slot; returns what gives it back. Throws `rate_limited` for the key, `unavailable`. */
  enter(
    key: string,
    account: number,
    {
      reader = () => undefined,
      progress = () => null,
      bundle = () => null,
    }: Partial<Pick<RunningExport, 'reader' | 'progress' | 'bundle'>> = {},
  ): () => void {
    if (this.#isClosed) throw new DomainError('unavailable', { retryAfter });
    const newcomer: RunningExport = { key, account, reader, progress, bundle };
    // The lowest full level first, so that no export gives way in vain.
    for (let full = this.#slots.fullLevel(newcomer); full !== undefined; full = this.#slots.fullLevel(newcomer)) {
      if (!this.#cutOffStillest(full, newcomer)) throw refusalOf(full);
    }
    this.#slots.take(newcomer);
    this.#running.add(newcomer);
    return () => this.#leave(newcomer);
  }

  /** How far the export of a key has come in this process; null where none runs. */
  runningOf(key: string): ExportProgress | null {
    return [...this.#running].find((one) => one.key === key)?.progress() ?? null;
  }

  /** How far the bundle of a key has come in this process; null where none runs. */
  bundleOf(key: string): BundleProgress | null {
    return [...this.#running].find((one) => one.key === key)?.bundle() ?? null;
  }

  #cutOffStillest(level: keyof SlotLimits, newcomer: RunningExport): boolean {
    const since = (one: RunningExport): number => one.reader()?.stillSince ?? Infinity;
    const stillest = [...this.#running]
      .filter((one) => level === 'all' || one[level] === newcomer[level])
      .reduce((a, b) => (since(b) < since(a) ? b : a));
    if (since(stillest) > performance.now() - this.stillMs) return false;
    this.#cutOff(stillest);
    return true;
  }

  #cutOff(one: RunningExport): void {
    this.#leave(one);
    one.reader()?.cutOff();
  }

  #leave(one: RunningExport): void {
    if (!this.#running.delete(one)) return;
    this.#slots.give(one);
    if (this.#running.size === 0) this.#onIdle?.();
  }

  /** Runs work on the database, with few other exports at a time. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#statements.take(statements.owner, statements.share);
    try {
      return await work();
    } finally {
      this.#statements.give(statements.owner);
    }
  }

  /** Refuses new exports and awaits the running ones, whose connections are closed before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running.size === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await Promise.race([idle, delay(closeTimeoutMs, undefined, { ref: false })]);
  }
}
