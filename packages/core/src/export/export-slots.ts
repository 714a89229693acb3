import { setTimeout as delay } from 'node:timers/promises';

import { DomainError, limits } from '@goal/contract';

/** The other side of an export. */
export type Reader = {
  /** Since when it has taken nothing of what waits for it, by performance.now; undefined while it takes. */
  readonly stillSince: number | undefined;
  /** Ends its connection, so that it sees that the export is not whole. */
  cutOff: () => void;
};

/** An export that runs. It has a reader once its bytes are being sent. */
type Guest = { key: string; account: number; reader: () => Reader | undefined };

/** Statements of exports that run at a time in a process: the others of the pool are for pages. */
const statementsAtOnce = 2;
/** Seconds after which another try makes sense, where an export of the same key runs; and milliseconds that the end of the process waits for exports to end. */
const retryAfter = 5;
const patience = 2000;

/** The exports that run in this process. */
export class ExportSlots {
  readonly #guests = new Set<Guest>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  /** `stillMs`: milliseconds after which a reader that takes nothing gives way to a request that wants its place. */
  constructor(private readonly stillMs: number = limits.exports.stillMs) {}

  /** How many run. */
  get size(): number {
    return this.#guests.size;
  }

  /**
   * Takes a place and returns how to leave it, which may be called again. Where no place is free, the export whose reader has stood still for
   * longest, and for at least `stillMs`, is cut off and gives its place. Throws `rate_limited` when the key has an export already, `unavailable`
   * when the account, or the process, has as many as it may.
   */
  enter(key: string, account: number, reader: Guest['reader'] = () => undefined): () => void {
    if (this.#isClosed) throw new DomainError('unavailable', { retryAfter });
    if (!this.#hasRoom(limits.exports.key, (one) => one.key === key))
      throw new DomainError('rate_limited', { retryAfter });
    // An export that gives way in an earlier check leaves room in the later ones too: none gives way in vain.
    if (
      !this.#hasRoom(limits.exports.account, (one) => one.account === account) ||
      !this.#hasRoom(limits.exports.all, () => true)
    )
      throw new DomainError('unavailable', { retryAfter });
    const guest = { key, account, reader };
    this.#guests.add(guest);
    return () => this.#leave(guest);
  }

  #hasRoom(most: number, isLike: (guest: Guest) => boolean): boolean {
    const like = [...this.#guests].filter(isLike);
    if (like.length < most) return true;
    const since = (guest: Guest): number => guest.reader()?.stillSince ?? Infinity;
    const longest = like.reduce((a, b) => (since(b) < since(a) ? b : a));
    if (since(longest) > performance.now() - this.stillMs) return false;
    this.#leave(longest);
    longest.reader()?.cutOff();
    return true;
  }

  #leave(guest: Guest): void {
    if (this.#guests.delete(guest) && this.#guests.size === 0) this.#onIdle?.();
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
    if (this.#guests.size === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await Promise.race([idle, delay(patience, undefined, { ref: false })]);
  }
}
