import { requestOf } from './operations.ts';
import type { CallOptions, Transport } from './transport.ts';

type Page<Event> = { events: Event[]; next_after: string; expired: boolean };

/** How a tail is followed. */
export type TailOptions = CallOptions & {
  /** Told when events may be missing (see `TailExpired`), after which the tail goes on with the oldest that is kept. Without it `TailExpired` is thrown. */
  onExpired?: (() => void) | undefined;
};

/**
 * The position lies before what the tail still reaches, or the database was restored: what came in between is only in the lists and the export. To go on
 * begin again with `after: '0'`, and drop what is there already by its id.
 */
export class TailExpired extends Error {
  override readonly name = 'TailExpired';

  constructor() {
    super('events may be missing: the position is older than the tail reaches, or the database was restored');
  }
}

/** Seconds that a request waits for events, and milliseconds that it may take beyond. */
const patience = 30;
const grace = 15_000;

type TailRoute = 'GET /account/events/tail' | 'GET /events/tail';
type Query = { after?: string; wait?: number };

/**
 * Follows events in the order in which they became visible, without end: it outlives lost connections, rate limits and a service that is away for a
 * while. It ends when its loop is left, its signal is aborted, or the service refuses (`GoalError`).
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
   * Where to go on, to be given as `after`: behind the last page whose events were all taken. Who keeps it after each event sees some events again after a
   * crash; who keeps `next_after` of `pages()` together with what he made of the page has each exactly once.
   */
  get position(): string | undefined {
    return this.#position;
  }

  /** One answer, with the `wait` that was given. */
  page(): Promise<Page<Event>> {
    return this.#next(this.#query.wait ?? 0, this.#options);
  }

  /** Answer after answer, also those without events. `expired` is not thrown here: see to it. */
  async *pages(): AsyncGenerator<Page<Event>, void, undefined> {
    const options = { ...this.#options, retries: this.#options.retries ?? Infinity };
    for (;;) {
      // Where no position is known the first answer brings one at once: so nothing is lost with a connection that breaks while it waits.
      const seconds = this.#position === undefined ? 0 : Math.max(1, this.#query.wait ?? patience);
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
    const timeoutMs = options.timeoutMs ?? wait * 1000 + grace;
    // As in `callsOver`.
    return (await this.#transport.json(requestOf(this.#route, query), { ...options, timeoutMs })) as Page<Event>;
  }
}
