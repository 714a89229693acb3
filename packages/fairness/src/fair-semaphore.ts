import assert from 'node:assert/strict';

import { Overload } from './overload.ts';
import { RoundRobin } from './round-robin.ts';

export type SemaphoreLimits = {
  /** Permits in all. */
  permits: number;
  /** Milliseconds after which a waiting caller is refused; Infinity: never. */
  queueTimeoutMs: number;
};

/** The share of one owner. */
export type Share = {
  /** Permits at a time. */
  permits: number;
  /** Callers that may wait. */
  queueLimit: number;
};

type Waiter = { share: Share; grant: () => void; refuse: (error: unknown) => void };

/**
 * A semaphore whose permits are given out fairly among owners.
 *
 * A caller is granted, waiting, or refused:
 *
 * - `take` grants at once when a permit is free, the owner holds less than its share, and no other
 *   caller of the owner waits. Otherwise the caller waits, or is refused with `Overload` when
 *   `queueLimit` callers of its owner wait already.
 * - A waiting caller is granted when a permit is given back and it is the owner's turn
 *   (`RoundRobin`). It is refused with `Overload` after `queueTimeoutMs`, with the signal's reason
 *   when that is aborted, and with a given error by `refuseWaiting`. A refused caller holds
 *   nothing.
 * - A granted caller holds one permit until `give`.
 *
 * Bounds: at most `permits` are held in all, at most `share.permits` of one owner, and at most
 * `share.queueLimit` callers of one owner wait. A permit is free only while no waiting owner may
 * have it.
 */
export class FairSemaphore {
  readonly #callers = new RoundRobin<string, Waiter>();
  #free: number;

  constructor(private readonly limits: SemaphoreLimits) {
    this.#free = limits.permits;
  }

  /** Callers that wait. */
  get waiting(): number {
    return this.#callers.waiting;
  }

  /**
   * Takes a permit within the owner's share. Returns undefined when it is granted at once, else a
   * promise of it. Throws or rejects with `Overload` when the owner's queue is full or its turn
   * does not come in time, and with the signal's reason when that is aborted first. Each permit
   * must be given back.
   */
  take(owner: string, share: Share, signal?: AbortSignal): Promise<void> | undefined {
    const queued = this.#callers.waitingOf(owner);
    if (this.#free > 0 && queued === 0 && this.#callers.heldBy(owner) < share.permits) {
      this.#grant(owner);
      return undefined;
    }
    if (queued >= share.queueLimit) throw new Overload('too many statements wait');
    return this.#enqueue(owner, share, signal);
  }

  /** Gives a permit back. The caller whose turn it is takes it. */
  give(owner: string): void {
    this.#callers.release(owner);
    this.#free += 1;
    assert(this.#free <= this.limits.permits, 'more permits are free than there are');
    this.#callers.serve((name, waiter) => {
      if (this.#free === 0) return 'full';
      if (this.#callers.heldBy(name) >= waiter.share.permits) return 'skipped';
      this.#grant(name);
      waiter.grant();
      return 'taken';
    });
  }

  /** Refuses all callers that wait: what happened to one of them would happen to each. */
  refuseWaiting(error: unknown): void {
    for (const waiter of this.#callers.items()) waiter.refuse(error);
  }

  #grant(owner: string): void {
    assert(this.#free > 0, 'a permit was granted that is not free');
    this.#free -= 1;
    this.#callers.hold(owner);
  }

  #enqueue(owner: string, share: Share, signal: AbortSignal | undefined): Promise<void> {
    const { queueTimeoutMs } = this.limits;
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        share,
        grant: () => {
          stopWaiting();
          resolve();
        },
        refuse: (error) => {
          stopWaiting();
          this.#callers.remove(owner, waiter);
          reject(error);
        },
      };
      const onAbort = (): void => waiter.refuse(signal?.reason);
      const onTimeout = (): void => waiter.refuse(new Overload('a statement waited for too long'));
      const timer = queueTimeoutMs === Infinity ? undefined : setTimeout(onTimeout, queueTimeoutMs);
      this.#callers.push(owner, waiter);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
    });
  }
}
