import { AsyncLocalStorage } from 'node:async_hooks';

import { Overload } from '@goal/fairness';

export type AllowanceOptions = {
  /** The statements count towards the share that this owner has of the pools: `account:12`. */
  owner: string;
  /** Aborted when the client has gone: running statements are cancelled, queued ones leave. */
  signal?: AbortSignal | undefined;
  /** How long the request may hold connections in all. Infinity for an export. */
  budgetMs?: number;
};

/** One request may cost the database so much (docs/decisions/018-fair-shares.md). */
const requestBudgetMs = 2000;

/**
 * The time that one request may still cost the database, and its owner. Each connection counts,
 * also when the request holds several at once.
 */
export class Allowance {
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
  #leftMs: number;
  /** A function for each held connection that ends its use. */
  readonly #held = new Set<() => void>();
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ owner, signal, budgetMs = requestBudgetMs }: AllowanceOptions) {
    this.owner = owner;
    this.signal = signal;
    this.#leftMs = budgetMs;
  }

  /** The time left for one more connection beside those that are held. */
  get leftMs(): number {
    this.#settle();
    return this.#leftMs / (this.#held.size + 1);
  }

  /** Throws the signal's reason if the client has gone, and `Overload` if nothing is left. */
  judge(): void {
    this.signal?.throwIfAborted();
    // A timer that fires slightly early leaves less than a millisecond, too little for any
    // statement.
    if (this.leftMs < 1) throw new Overload('the request has cost the database too much');
  }

  /** Counts a connection as held until the returned function is called; `stop` ends it in time. */
  hold(stop: () => void): () => void {
    this.#settle();
    this.#held.add(stop);
    // Only meanwhile: a stream has one signal for all that it ever reads.
    this.signal?.addEventListener('abort', this.#stopAll);
    this.#schedule();
    return () => {
      this.#settle();
      this.#held.delete(stop);
      if (this.#held.size === 0) this.signal?.removeEventListener('abort', this.#stopAll);
      this.#schedule();
    };
  }

  #settle(): void {
    const now = performance.now();
    this.#leftMs -= (now - this.#since) * this.#held.size;
    this.#since = now;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#held.size === 0 || this.#leftMs === Infinity) return;
    this.#timer = setTimeout(this.#stopAll, Math.max(this.#leftMs, 0) / this.#held.size);
  }

  readonly #stopAll = (): void => {
    for (const stop of this.#held) stop();
  };
}

const storage = new AsyncLocalStorage<Allowance | undefined>();

/** Runs `work`, whose statements count towards this allowance; without one they have no bound. */
export function withAllowance<T>(allowance: Allowance | undefined, work: () => T): T {
  return storage.run(allowance, work);
}

/** The allowance of the current request. */
export function currentAllowance(): Allowance | undefined {
  return storage.getStore();
}
