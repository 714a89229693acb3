import { setTimeout as delay } from 'node:timers/promises';

import { DomainError, limits } from '@goal/contract';

/** Statements of exports that run at a time in a process: the others of the pool are for pages. */
const statementsAtOnce = 2;
/** Seconds after which another try makes sense, where an export of the same key runs; and milliseconds that the end of the process waits for exports to end. */
const retryAfter = 5;
const patience = 2000;

/** The exports that run in this process. */
export class ExportSlots {
  readonly #running = new Map<string, number>();
  readonly #ofAccount = new Map<number, number>();
  readonly #waiting: (() => void)[] = [];
  #all = 0;
  #busy = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  /** How many run. */
  get size(): number {
    return this.#all;
  }

  /**
   * Returns how to leave, which may be called again. Throws `rate_limited` when the key exports already, `unavailable` when too many others of its account, or
   * of all, do.
   */
  enter(key: string, account: number): () => void {
    const own = this.#running.get(key) ?? 0;
    if (own >= limits.exports.key) throw new DomainError('rate_limited', { retryAfter });
    const same = this.#ofAccount.get(account) ?? 0;
    if (this.#isClosed || same >= limits.exports.account || this.#all >= limits.exports.all)
      throw new DomainError('unavailable', { retryAfter });
    this.#running.set(key, own + 1);
    this.#ofAccount.set(account, same + 1);
    this.#all += 1;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#running.delete(key);
      const left = (this.#ofAccount.get(account) ?? 1) - 1;
      if (left > 0) this.#ofAccount.set(account, left);
      else this.#ofAccount.delete(account);
      this.#all -= 1;
      if (this.#all === 0) this.#onIdle?.();
    };
  }

  /** Runs what asks the database when few others do. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy < statementsAtOnce) this.#busy += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Who comes next takes the place over.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }

  /** Takes no more, and returns when all have ended; the connections of those that run must be closed before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#all === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await Promise.race([idle, delay(patience, undefined, { ref: false })]);
  }
}
