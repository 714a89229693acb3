import type { AccountReceivedEvent, ExportFormat, SiteReceivedEvent } from '@goal/contract';

import type { EventRow } from '../event/event.ts';
import type { EventStore } from '../event/event-store.ts';
import type { EventFilter } from '../event/filter.ts';
import { listEvents } from '../event/list-events.ts';
import type { Order, Position } from '../event/position.ts';
import type { EventScope } from '../event/scope.ts';
import { csvOf } from './csv.ts';
import { NdjsonWriter, type ExportFacts } from './ndjson.ts';

/** What an export is made of. */
export type ExportPlan = {
  store: EventStore;
  key: string;
  format: ExportFormat;
  order: Order;
  filter: EventFilter;
  after: Position | undefined;
  facts: ExportFacts;
  /** What may be seen, judged anew with the key; called about once a second. */
  scope: () => Promise<EventScope>;
  show: (events: EventRow[]) => Promise<(AccountReceivedEvent | SiteReceivedEvent)[]>;
  withSites: boolean;
  record: {
    begin: () => Promise<void>;
    end: (result: { events: number; complete: boolean }) => Promise<void>;
  };
};

/** Bytes that a page should have, and how many events it may have. */
const pageBytes = 1024 * 1024;
const pageEvents = { first: 500, min: 100, max: 2000 };
/** Milliseconds after which key and scope are judged again (rulings §2.5), and after which a search that finds nothing tells how far it is. */
const judgeEvery = 800;
const silence = 5000;

type Page = { events: (AccountReceivedEvent | SiteReceivedEvent)[]; next: Position | undefined };

/**
 * The whole history that matches, as a stream of bytes (issue «Events at scale», docs/decisions/017-export.md): pages, each of them statements of
 * their own, read one ahead of the reader. While he is slow nothing is held but two pages. Every event that was there when it began and is not
 * deleted meanwhile comes exactly once.
 */
export class EventExport {
  #leave: (() => void) | undefined;
  #bytes: AsyncGenerator<Buffer> | undefined;
  #first: Buffer | undefined;
  #events = 0;
  #recorded: boolean | undefined;

  constructor(private readonly plan: ExportPlan) {}

  get format(): ExportFormat {
    return this.plan.format;
  }

  /**
   * Takes the key's place, records that the export has begun, and reads the first page. `end` must be called. Throws `rate_limited` when an
   * export of the key is running, and what the first page throws.
   */
  async start(): Promise<void> {
    this.#leave = this.plan.store.exports.enter(this.plan.key);
    try {
      await this.plan.record.begin();
      this.#bytes = this.#run();
      const first = await this.#bytes.next();
      if (first.done !== true) this.#first = first.value;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** The bytes, once. Throws when it has to be cut off: the database is out of reach, or the key may not read any more. */
  async *bytes(): AsyncGenerator<Buffer> {
    if (this.#first !== undefined) yield this.#first;
    this.#first = undefined;
    if (this.#bytes !== undefined) yield* this.#bytes;
  }

  /**
   * It is over: all was sent, or it was cut off. Gives the key's place back and records the end. The last piece of a whole export is given out after
   * that, so that whoever has it may begin the next one; if even then it is cut off, that is put right.
   */
  async end(complete: boolean): Promise<void> {
    if (this.#recorded === complete) return;
    try {
      await this.plan.record.end({ events: this.#events, complete });
      this.#recorded = complete;
    } finally {
      this.#leave?.();
    }
  }

  async *#run(): AsyncGenerator<Buffer> {
    const { format, facts, store } = this.plan;
    if (format === 'csv') {
      const csv = csvOf(this.plan.withSites);
      let head = csv.head;
      for await (const { events, next } of this.#pages()) {
        if (next === undefined) await this.end(true);
        yield Buffer.from(head + events.map((event) => csv.row(event)).join(''));
        head = '';
      }
      return;
    }
    const positionOf = ({ occurred_at: at, id }: SiteReceivedEvent): Position => ({ time: Date.parse(at), id });
    const lines = new NdjsonWriter((event) => store.sealer.seal('events', positionOf(event)));
    let head = lines.head(facts);
    let toldAt = performance.now();
    for await (const { events, next } of this.#pages()) {
      const isSilent = events.length === 0 && next !== undefined && performance.now() - toldAt > silence;
      const page = isSilent ? lines.checkpoint(store.sealer.seal('events', next)) : lines.page(events);
      if (page.length > 0 || head.length > 0) {
        yield Buffer.concat([head, page]);
        toldAt = performance.now();
      }
      head = Buffer.alloc(0);
    }
    await this.end(true);
    yield lines.end();
  }

  /** One page ahead: the database finds the next one while this one is written and sent. */
  async *#pages(): AsyncGenerator<Page> {
    const reader = this.#reader();
    let ahead = reader(this.plan.after, pageEvents.first);
    for (;;) {
      const page = await ahead;
      if (page.next !== undefined) {
        ahead = reader(page.next, sizeOfNext(page));
        // Who is cut off meanwhile does not ask for it any more.
        ahead.catch(() => {});
      }
      this.#events += page.events.length;
      yield page;
      if (page.next === undefined) return;
    }
  }

  #reader(): (after: Position | undefined, limit: number) => Promise<Page> {
    const { store, filter, order, show } = this.plan;
    let scope: EventScope | undefined;
    let judgedAt = 0;
    return (after, limit) =>
      store.exports.inTurn(async () => {
        if (scope === undefined || performance.now() - judgedAt > judgeEvery) {
          scope = await this.plan.scope();
          judgedAt = performance.now();
        }
        const { events, next } = await listEvents(store, scope, filter, { limit, after, order });
        return { events: await show(events), next };
      });
  }
}

/** As many events as fill a page, if they are like those of this one. */
function sizeOfNext({ events }: Page): number {
  if (events.length === 0) return pageEvents.max;
  let characters = 0;
  for (const { message, username } of events) characters += message.length + username.length + 300;
  return Math.max(pageEvents.min, Math.min(pageEvents.max, Math.floor((pageBytes * events.length) / characters)));
}
