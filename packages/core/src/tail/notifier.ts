import type { Channel, Database } from '@goal/db';

/** Milliseconds between two messages: what is stored meanwhile goes into the next one. */
const pause = 20;
/** More accounts than this are «any»: a message has at most 8,000 bytes. */
const mostNamed = 500;
const any = 'any';

/**
 * Tells the other processes that an account has new events, after they were committed: a NOTIFY inside the transaction that stores them would
 * make all commits of the database wait in line.
 */
export class TailNotifier {
  readonly #channel: Channel;
  #waiting = new Set<number>();
  #isSending = false;

  /** `onRing` hears what other processes ring; it may hear `any` for nothing. */
  constructor(db: Database, onNotify: (accounts: ReadonlySet<number> | 'any') => void) {
    this.#channel = db.channel({
      channel: 'goal_tail',
      onMessage: (payload) => onNotify(payload === any ? any : new Set(payload.split(',').map(Number))),
      onOpen: () => onNotify(any),
    });
  }

  /** Begins to hear what others ring. */
  listen(): void {
    this.#channel.open();
  }

  /** Never fails: who does not hear it looks for himself soon. */
  notify(accounts: Iterable<number>): void {
    for (const account of accounts) this.#waiting.add(account);
    if (this.#isSending || this.#waiting.size === 0) return;
    this.#isSending = true;
    void this.#send();
  }

  async close(): Promise<void> {
    await this.#channel.close();
  }

  async #send(): Promise<void> {
    const accounts = this.#waiting;
    this.#waiting = new Set();
    await this.#channel.send(accounts.size > mostNamed ? any : [...accounts].join(','));
    setTimeout(() => {
      this.#isSending = false;
      this.notify([]);
    }, pause).unref();
  }
}
