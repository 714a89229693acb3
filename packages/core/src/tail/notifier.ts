import type { Channel, Database } from '@goal/db';

/** The least time between messages, in ms; what is stored meanwhile goes into the next. */
const intervalMs = 20;
/** A message with more accounts than this says «any», because a message has at most 8,000 bytes. */
const maxNamedAccounts = 500;
const any = 'any';

/**
 * Tells the other processes, after the commit, that accounts have new events. A NOTIFY inside the
 * storing transaction would serialize all commits of the database.
 */
export class TailNotifier {
  readonly #channel: Channel;
  #waiting = new Set<number>();
  #isSending = false;

  /** `onNotify` receives the notifications of other processes; `any` may be a false alarm. */
  constructor(db: Database, onNotify: (accounts: ReadonlySet<number> | 'any') => void) {
    this.#channel = db.channel({
      channel: 'goal_tail',
      onMessage: (payload) => onNotify(payload === any ? any : new Set(payload.split(',').map(Number))),
      onOpen: () => onNotify(any),
    });
  }

  /** Starts to receive notifications of other processes. */
  listen(): void {
    this.#channel.open();
  }

  /** Never fails. A missed notification is harmless: waiters also poll. */
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
    await this.#channel.send(accounts.size > maxNamedAccounts ? any : [...accounts].join(','));
    setTimeout(() => {
      this.#isSending = false;
      this.notify([]);
    }, intervalMs).unref();
  }
}
