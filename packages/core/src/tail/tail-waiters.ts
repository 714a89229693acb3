import assert from 'node:assert/strict';

import { DomainError, limits } from '@goal/contract';
import { SlotQuota, Tally, type SlotHolder, type SlotLimits } from '@goal/fairness';

/** Why a wait ended: perhaps new events, or the request must be checked again, or it is over. */
export type Wake = 'news' | 'revalidate' | 'over';

type Waiter = SlotHolder & {
  /** The number of the account's tail up to which it has read; undefined before its first wait. */
  seen: number | undefined;
  hasNews: boolean;
  isReading: boolean;
  /** Ends its wait; undefined while it does not wait. */
  wake: ((why: Wake) => void) | undefined;
};

/** One request that waits. */
export type TailWaiter = {
  /** Waits for news behind `seen`, a check, the `deadline` (`performance.now`) or the signal. */
  next: (seen: number, deadline: number, signal: AbortSignal | undefined) => Promise<Wake>;
  /** Must be called. */
  leave: () => void;
};

/** How often all is looked at, in ms: a change of a key binds within a second (rulings §2.5). */
const pollIntervalMs = 400;
/** Waiters of an account that read at a time; the pool's bounded queue is for requests. */
const readersPerAccount = 3;

/**
 * The requests of this process that wait for events. None holds a connection while it waits.
 *
 * A waiter is working, waiting, reading, or gone:
 *
 * - `enter` takes a slot and makes it working, with news, because events may have come since its
 *   last reading. Without a free slot for its key, its account or the process it is refused.
 * - `next` makes it waiting, and ends its reading if it was reading.
 * - A waiting waiter with news becomes reading (`news`) as soon as fewer than `readersPerAccount`
 *   of its account read. When one of them has read, the waiter that read longest ago follows.
 * - Every `pollIntervalMs` all waiting waiters become working (`revalidate`), also those that queue
 *   for a reading.
 * - The deadline, the signal and `close` make a waiting waiter working (`over`).
 * - `leave` ends its reading and gives its slot back.
 *
 * News comes from `wake`, after a commit. Because a message may be lost, the ends of all tails that
 * somebody waits for are also looked up every `pollIntervalMs`, in one statement.
 *
 * Bounds: `most` slots of a key, of an account and of the process; `readersPerAccount` readings.
 *
 * Its readings are not given out by `FairSemaphore`: a waiter leaves the queue at each `revalidate`
 * and must keep its turn, which depends on when it last read and not on when it asked.
 */
export class TailWaiters {
  /** The waiter that read longest ago comes first. */
  readonly #waiters = new Set<Waiter>();
  readonly #slots: SlotQuota;
  readonly #reading = new Tally<number>();
  #poll: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `ends` returns the last numbers of the tails of up to 1,000 accounts. */
  constructor(
    private readonly ends: (accounts: number[]) => Promise<Map<number, number>>,
    most: SlotLimits = limits.tailWaits,
  ) {
    this.#slots = new SlotQuota(most);
  }

  /** The number of waiters. */
  get size(): number {
    return this.#slots.held;
  }

  /** `keySlots`: those of the key, if not the usual. Throws `unavailable` without a free slot. */
  enter(account: number, key: string, keySlots?: number): TailWaiter {
    const holder = { account, key, keySlots };
    const waiter: Waiter = { ...holder, seen: undefined, hasNews: true, isReading: false, wake: undefined };
    if (this.#slots.fullLevel(waiter) !== undefined) throw new DomainError('unavailable', { retryAfter: 1 });
    this.#slots.take(waiter);
    this.#waiters.add(waiter);
    if (this.#poll === undefined) this.#poll = this.#lookLater();
    return {
      next: (seen, deadline, signal) => this.#wait(waiter, seen, deadline, signal),
      leave: () => this.#leave(waiter),
    };
  }

  /** Tells the waiters of these accounts, or of any account, that there may be new events. */
  wake(accounts: ReadonlySet<number> | 'any'): void {
    for (const waiter of this.#inOrder()) {
      if (accounts !== 'any' && !accounts.has(waiter.account)) continue;
      waiter.hasNews = true;
      this.#offerReading(waiter);
    }
  }

  /** Ends every wait, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.wake?.('over');
  }

  #wait(waiter: Waiter, seen: number, deadline: number, signal: AbortSignal | undefined): Promise<Wake> {
    assert(waiter.wake === undefined, 'a waiter waits twice');
    this.#endReading(waiter);
    if (this.#isClosed || signal?.aborted || performance.now() >= deadline) return Promise.resolve('over');
    waiter.seen = seen;
    return new Promise((resolve) => {
      const onEnd = (): void => waiter.wake?.('over');
      const timer = setTimeout(onEnd, deadline - performance.now());
      waiter.wake = (why) => {
        waiter.wake = undefined;
        if (why === 'news') waiter.hasNews = false;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onEnd);
        resolve(why);
      };
      signal?.addEventListener('abort', onEnd, { once: true });
      this.#offerReading(waiter);
    });
  }

  /** A copy: a waiter that begins to read moves to the end. */
  #inOrder(): Waiter[] {
    return [...this.#waiters];
  }

  /** Wakes the waiter if it waits and has news, unless enough others of its account read. */
  #offerReading(waiter: Waiter): void {
    if (!waiter.hasNews || waiter.wake === undefined) return;
    if (this.#reading.of(waiter.account) >= readersPerAccount) return;
    assert(!waiter.isReading, 'a waiter that reads was waiting');
    this.#reading.add(waiter.account);
    waiter.isReading = true;
    this.#waiters.delete(waiter);
    this.#waiters.add(waiter);
    waiter.wake('news');
  }

  #endReading(waiter: Waiter): void {
    if (!waiter.isReading) return;
    waiter.isReading = false;
    this.#reading.subtract(waiter.account);
    for (const other of this.#inOrder()) if (other.account === waiter.account) this.#offerReading(other);
  }

  #leave(waiter: Waiter): void {
    if (!this.#waiters.delete(waiter)) return;
    this.#endReading(waiter);
    this.#slots.give(waiter);
  }

  async #look(): Promise<void> {
    try {
      const ends = await this.ends([...new Set(this.#inOrder().map(({ account }) => account))]);
      for (const waiter of this.#inOrder()) {
        const hasMoved = waiter.seen !== undefined && (ends.get(waiter.account) ?? 0) !== waiter.seen;
        waiter.hasNews ||= hasMoved;
        this.#offerReading(waiter);
        waiter.wake?.('revalidate');
      }
    } catch {
      // The next check tells each of them what is wrong.
      for (const waiter of this.#waiters) waiter.wake?.('revalidate');
    }
    this.#poll = this.#waiters.size === 0 ? undefined : this.#lookLater();
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), pollIntervalMs).unref();
  }
}
