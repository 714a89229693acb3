import { AsyncLocalStorage } from 'node:async_hooks';

import { Overload } from '@goal/fairness';

export type AllowanceOptions = {
  /** Whose share of the pools its statements take: `account:12`. */
  owner: string;
  /** Aborted when nobody waits for the answer: what runs is cancelled, what stands in line leaves it. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for which it may hold connections, all together; Infinity for an export, whose statements are bounded one by one. */
  budget?: number;
};

/** Milliseconds that one request may cost the database (docs/decisions/018-fair-shares.md). */
const requestBudget = 2000;

/** What one request may cost the database, and on whose behalf it asks. Connections held at the same time count each. */
export class Allowance {
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
  #left: number;
  /** What ends each of those that are held. */
  readonly #held = new Set<() => void>();
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ owner, signal, budget = requestBudget }: AllowanceOptions) {
    this.owner = owner;
    this.signal = signal;
    this.#left = budget;
    signal?.addEventListener('abort', () => this.#stopAll(), { once: true });
  }

  /** Milliseconds that are left for one more connection beside those that are held. */
  get left(): number {
    this.#settle();
    return this.#left / (this.#held.size + 1);
  }

  /** Throws the signal's reason when nobody waits any more, and `Overload` when nothing is left. */
  judge(): void {
    this.signal?.throwIfAborted();
    // A clock that rings a moment early leaves a crumb, which is too little for any statement.
    if (this.left < 1) throw new Overload('the request has cost the database too much');
  }

  /** A connection is held from now on; `stop` is called when it may be no longer. Returns what ends that. */
  hold(stop: () => void): () => void {
    this.#settle();
    this.#held.add(stop);
    this.#schedule();
    return () => {
      this.#settle();
      this.#held.delete(stop);
      this.#schedule();
    };
  }

  #settle(): void {
    const now = performance.now();
    this.#left -= (now - this.#since) * this.#held.size;
    this.#since = now;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#held.size === 0 || this.#left === Infinity) return;
    this.#timer = setTimeout(() => this.#stopAll(), Math.max(this.#left, 0) / this.#held.size);
  }

  #stopAll(): void {
    for (const stop of this.#held) stop();
  }
}

const storage = new AsyncLocalStorage<Allowance | undefined>();

/** Statements that `work` runs count on this allowance; none: on that of the service itself, which is not bounded. */
export function withAllowance<T>(allowance: Allowance | undefined, work: () => T): T {
  return storage.run(allowance, work);
}

/** The allowance of the request that asks. */
export function currentAllowance(): Allowance | undefined {
  return storage.getStore();
}
