import { requestOf } from './operations.ts';
import type { CallOptions, Transport } from './transport.ts';

type Page<Event> = { events: Event[]; next_after: string; expired: boolean };

/** Options of a tail. */
export type TailOptions = CallOptions & {
  /**
   * Called when events may be missing (see `TailExpired`); the tail then continues with the oldest
   * event that is kept. Without it the tail throws `TailExpired`.
   */
  onExpired?: (() => void) | undefined;
};

/**
 * The position is older than the tail reaches, or the database was restored: only lists and exports
 * have the events in between. To continue, start again with `after: '0'`, and skip known events by
 * their ids.
 */
export class TailExpired extends Error {
  override readonly name = 'TailExpired';

  constructor() {
    super('events may be missing: the position is older than the tail reaches, or the database was restored');
  }
}

/** How long a request waits for events, and how much longer it may take. */
const waitSeconds = 30;
const graceMs = 15_000;

type TailRoute = 'GET /account/events/tail' | 'GET /events/tail';
type Query = { after?: string; wait?: number };

/**
 * Follows events in the order in which they became visible, endlessly: it survives lost
 * connections, rate limits and a service that is away for a while. It ends when its loop is left,
 * its signal is aborted, or the service refuses (`GoalError`).
 */
export class Tail<Event> implements AsyncIterable<Event> {
  readonly #transport: Transport;
  readonly #route: TailRoute;
  readonly #query: Query;
  readonly #options: TailOptions;
  #position: string | undefined;

  /** @internal */
  constructor(transport: Transport, route: TailRoute, query: Query, options: TailOptions) {
    this.#transport = transport;
    this.#route = route;
    this.#query = query;
    this.#options = options;
    this.#position = query.after;
  }

  /**
   * The `after` to continue with: the end of the last page whose events the loop has had
   * completely. If you keep it after each event, some events come again after a crash. If you keep
   * `next_after` of `pages()` together with what you made of the page, each event comes exactly
   * once.
   */
  get position(): string | undefined {
    return this.#position;
  }

  /** One answer, with the given `wait`. */
  page(): Promise<Page<Event>> {
    return this.#next(this.#query.wait ?? 0, this.#options);
  }

  /** Answer after answer, even without events. Check `expired`, because this does not throw. */
  async *pages(): AsyncGenerator<Page<Event>, void, undefined> {
    const options = { ...this.#options, retries: this.#options.retries ?? Infinity };
    for (;;) {
      // Without a position the first request does not wait: its answer brings one, so a connection
      // that breaks during a later wait loses nothing.
      const seconds = this.#position === undefined ? 0 : Math.max(1, this.#query.wait ?? waitSeconds);
      const page = await this.#next(seconds, options);
      yield page;
      this.#position = page.next_after;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for await (const { events, expired } of this.pages()) {
      if (expired && this.#options.onExpired === undefined) throw new TailExpired();
      if (expired) this.#options.onExpired?.();
      yield* events;
    }
  }

  async #next(wait: number, options: CallOptions): Promise<Page<Event>> {
    const query = { ...this.#query, ...(this.#position === undefined ? {} : { after: this.#position }), wait };
    const timeoutMs = options.timeoutMs ?? wait * 1000 + graceMs;
    // As in `callsOver`.
    return (await this.#transport.json(requestOf(this.#route, query), { ...options, timeoutMs })) as Page<Event>;
  }
}
