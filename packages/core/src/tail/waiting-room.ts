import { DomainError, limits } from '@goal/contract';

/** Why a wait has ended: there may be something new; time has passed, and who waits shall be judged again; or it is over. */
export type Wake = 'news' | 'again' | 'over';

type Guest = { account: number; key: string; seen: number; hasNews: boolean; wake: ((why: Wake) => void) | undefined };

/** One request that waits. */
export type Place = {
  /** Waits until there is news behind `seen`, until it is time to judge again, or until `deadline` (performance.now) or the signal. */
  next: (seen: number, deadline: number, signal: AbortSignal | undefined) => Promise<Wake>;
  leave: () => void;
};

/** Milliseconds between two looks at the database, and two judgements of a key: rulings §2.5 gives a change one second to bind everywhere. */
const lookEvery = 400;

/**
 * Requests that wait for events, without a connection of their own. They hear of news by `wake`; because a message may be lost, the ends of all
 * tails that somebody waits for are looked up together now and then, in one statement.
 */
export class WaitingRoom {
  readonly #guests = new Set<Guest>();
  readonly #ofKey = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `ends` tells the last number of the tails of up to 1,000 accounts. */
  constructor(
    private readonly ends: (accounts: number[]) => Promise<Map<number, number>>,
    private readonly most: { key: number; all: number } = limits.tailWaits,
  ) {}

  /** How many wait. */
  get size(): number {
    return this.#guests.size;
  }

  /** Throws `unavailable` when the key, or everybody together, waits too often already. `leave` must be called. */
  enter(account: number, key: string): Place {
    const own = this.#ofKey.get(key) ?? 0;
    if (own >= this.most.key || this.#guests.size >= this.most.all)
      throw new DomainError('unavailable', { retryAfter: 1 });
    // Whatever came between the last reading and this moment.
    const guest: Guest = { account, key, seen: -1, hasNews: true, wake: undefined };
    this.#guests.add(guest);
    this.#ofKey.set(key, own + 1);
    if (this.#timer === undefined) this.#timer = this.#lookLater();
    return {
      next: (seen, deadline, signal) => this.#wait(guest, seen, deadline, signal),
      leave: () => this.#leave(guest),
    };
  }

  /** There are new events of these accounts, or perhaps of any. */
  wake(accounts: ReadonlySet<number> | 'any'): void {
    for (const guest of this.#guests) {
      if (accounts !== 'any' && !accounts.has(guest.account)) continue;
      guest.hasNews = true;
      guest.wake?.('news');
    }
  }

  /** Ends every wait, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const guest of this.#guests) guest.wake?.('over');
  }

  #wait(guest: Guest, seen: number, deadline: number, signal: AbortSignal | undefined): Promise<Wake> {
    if (this.#isClosed || signal?.aborted || performance.now() >= deadline) return Promise.resolve('over');
    guest.seen = seen;
    if (guest.hasNews) {
      guest.hasNews = false;
      return Promise.resolve('news');
    }
    return new Promise((resolve) => {
      const onAbort = (): void => guest.wake?.('over');
      const timer = setTimeout(() => guest.wake?.('over'), deadline - performance.now());
      guest.wake = (why) => {
        guest.wake = undefined;
        if (why === 'news') guest.hasNews = false;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        resolve(why);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #leave(guest: Guest): void {
    if (!this.#guests.delete(guest)) return;
    const own = (this.#ofKey.get(guest.key) ?? 1) - 1;
    if (own > 0) this.#ofKey.set(guest.key, own);
    else this.#ofKey.delete(guest.key);
  }

  async #look(): Promise<void> {
    try {
      const ends = await this.ends([...new Set([...this.#guests].map(({ account }) => account))]);
      for (const guest of this.#guests) {
        const isNew = guest.seen >= 0 && (ends.get(guest.account) ?? 0) !== guest.seen;
        guest.hasNews ||= isNew;
        guest.wake?.(isNew ? 'news' : 'again');
      }
    } catch {
      // Whoever is judged again learns by that what is wrong.
      for (const guest of this.#guests) guest.wake?.('again');
    }
    this.#timer = this.#guests.size === 0 ? undefined : this.#lookLater();
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), lookEvery).unref();
  }
}
