import { DomainError, limits } from '@goal/contract';

/** Why a wait has ended: there may be something new; time has passed, and who waits shall be judged again; or it is over. */
export type Wake = 'news' | 'again' | 'over';

type Guest = {
  account: number;
  key: string;
  seen: number;
  hasNews: boolean;
  isReading: boolean;
  wake: ((why: Wake) => void) | undefined;
};

/** One request that waits. */
export type Place = {
  /** Waits until there is news behind `seen`, until it is time to judge again, or until `deadline` (performance.now) or the signal. */
  next: (seen: number, deadline: number, signal: AbortSignal | undefined) => Promise<Wake>;
  leave: () => void;
};

/** Milliseconds between two looks at the database, and two judgements of a key: rulings §2.5 gives a change one second to bind everywhere. */
const lookEvery = 400;
/** Of one account so many read at a time: the others stand in line here, and not before a pool, whose line is for requests and has an end. */
const readersOfAccount = 3;

/**
 * Requests that wait for events, without a connection of their own. They hear of news by `wake`; because a message may be lost, the ends of all
 * tails that somebody waits for are looked up together now and then, in one statement.
 */
export class WaitingRoom {
  readonly #guests = new Set<Guest>();
  readonly #ofKey = new Map<string, number>();
  readonly #ofAccount = new Map<number, number>();
  readonly #reading = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `ends` tells the last number of the tails of up to 1,000 accounts. */
  constructor(
    private readonly ends: (accounts: number[]) => Promise<Map<number, number>>,
    private readonly most: { key: number; account: number; all: number } = limits.tailWaits,
  ) {}

  /** How many wait. */
  get size(): number {
    return this.#guests.size;
  }

  /** Takes a place; `leave` must be called. Throws `unavailable` when the key, its account or the instance has as many as it may. */
  enter(account: number, key: string): Place {
    const ofKey = this.#ofKey.get(key) ?? 0;
    const ofAccount = this.#ofAccount.get(account) ?? 0;
    if (ofKey >= this.most.key || ofAccount >= this.most.account || this.#guests.size >= this.most.all)
      throw new DomainError('unavailable', { retryAfter: 1 });
    // Whatever came between the last reading and this moment.
    const guest: Guest = { account, key, seen: -1, hasNews: true, isReading: false, wake: undefined };
    this.#guests.add(guest);
    this.#ofKey.set(key, ofKey + 1);
    this.#ofAccount.set(account, ofAccount + 1);
    if (this.#timer === undefined) this.#timer = this.#lookLater();
    return {
      next: (seen, deadline, signal) => this.#wait(guest, seen, deadline, signal),
      leave: () => this.#leave(guest),
    };
  }

  /** There are new events of these accounts, or perhaps of any. */
  wake(accounts: ReadonlySet<number> | 'any'): void {
    for (const guest of this.#inOrder()) {
      if (accounts !== 'any' && !accounts.has(guest.account)) continue;
      guest.hasNews = true;
      this.#tell(guest);
    }
  }

  /** Ends every wait, now and from now on. */
  close(): void {
    this.#isClosed = true;
    for (const guest of this.#guests) guest.wake?.('over');
  }

  #wait(guest: Guest, seen: number, deadline: number, signal: AbortSignal | undefined): Promise<Wake> {
    this.#hasRead(guest);
    if (this.#isClosed || signal?.aborted || performance.now() >= deadline) return Promise.resolve('over');
    guest.seen = seen;
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
      this.#tell(guest);
    });
  }

  /** As they stand now: who is told goes to the end. */
  #inOrder(): Guest[] {
    return [...this.#guests];
  }

  /** Wakes who waits and has news, unless others of the account read already: then its turn comes when one of them has read. */
  #tell(guest: Guest): void {
    const reading = this.#reading.get(guest.account) ?? 0;
    if (!guest.hasNews || guest.wake === undefined || reading >= readersOfAccount) return;
    this.#reading.set(guest.account, reading + 1);
    guest.isReading = true;
    // Who reads now stands last the next time.
    this.#guests.delete(guest);
    this.#guests.add(guest);
    guest.wake('news');
  }

  #hasRead(guest: Guest): void {
    if (!guest.isReading) return;
    guest.isReading = false;
    oneLess(this.#reading, guest.account);
    for (const other of this.#inOrder()) if (other.account === guest.account) this.#tell(other);
  }

  #leave(guest: Guest): void {
    if (!this.#guests.delete(guest)) return;
    this.#hasRead(guest);
    oneLess(this.#ofKey, guest.key);
    oneLess(this.#ofAccount, guest.account);
  }

  async #look(): Promise<void> {
    try {
      const ends = await this.ends([...new Set(this.#inOrder().map(({ account }) => account))]);
      for (const guest of this.#inOrder()) {
        const isNew = guest.seen >= 0 && (ends.get(guest.account) ?? 0) !== guest.seen;
        guest.hasNews ||= isNew;
        this.#tell(guest);
        // Also who stands in line is judged again.
        guest.wake?.('again');
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

/** Counts one less, and removes a count of zero. */
function oneLess<Name>(counts: Map<Name, number>, name: Name): void {
  const left = (counts.get(name) ?? 1) - 1;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}
