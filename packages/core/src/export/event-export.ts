import { createHash } from 'node:crypto';

import { limits, type ExportFormat } from '@goal/contract';

import type { EventStore } from '../event/event-store.ts';
import type { EventFilter } from '../event/filter.ts';
import type { SiteNames } from '../event/list-account-events.ts';
import { readPage } from '../event/list-events.ts';
import type { Order, Position } from '../event/position.ts';
import type { EventScope } from '../event/scope.ts';
import { csvOf } from './csv.ts';
import type { Format } from './format.ts';
import { column, LineWriter } from './line-writer.ts';
import { Names } from './names.ts';
import { line, ndjson, type ExportFacts } from './ndjson.ts';
import { textOf } from './page-text.ts';

/** What an export is made of. */
export type ExportPlan = {
  store: EventStore;
  account: number;
  key: string;
  format: ExportFormat;
  order: Order;
  filter: EventFilter;
  after: Position | undefined;
  facts: ExportFacts;
  /** What may be seen, judged anew with the key; called about once a second. */
  scope: () => Promise<EventScope>;
  /** What its events say of these sites; those that are gone are left out. */
  sites: (sites: number[]) => Promise<Map<number, SiteNames>>;
  withSites: boolean;
  record: {
    begin: () => Promise<void>;
    end: (result: { events: number; complete: boolean }) => Promise<void>;
  };
};

/** Bytes that a page should have and at most has, and how many events it may have. */
const pageBytes = { aim: 512 * 1024, most: 1024 * 1024 };
const pageEvents = { first: 500, min: 50, max: 5000 };
/** Milliseconds that the database should need for a page at most: well below the limit of a statement. */
const pageTime = 250;
/** Room that an event needs beside its row: for names and words. */
const besides = 16 * 1024;
/** Milliseconds after which key and scope are judged again (rulings §2.5), and after which a search that finds nothing tells how far it is. */
const judgeEvery = 800;
const silence = 5000;

/** What is written of some rows, and how the next page is to be read; `next`: undefined at the end. */
type Page = { bytes: Buffer; events: number; next: Position | undefined; size: number };

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
    const { format, withSites, facts, store } = this.plan;
    if (format === 'csv') {
      const csv = csvOf(withSites);
      yield csv.head;
      for await (const { bytes, next } of this.#pages(csv)) {
        if (next === undefined) await this.end(true);
        if (bytes.length > 0) yield bytes;
      }
      return;
    }
    const hash = createHash('sha256');
    const hashed = (bytes: Buffer): Buffer => {
      hash.update(bytes);
      return bytes;
    };
    yield hashed(line({ export: facts }));
    let toldAt = performance.now();
    for await (const { bytes, events, next } of this.#pages(ndjson)) {
      if (bytes.length > 0) yield hashed(bytes);
      // Pages end where a checkpoint is due; and a long search that found nothing tells where it is.
      const isDue = events > 0 && this.#events % limits.checkpointEvents === 0;
      const isSilent = events === 0 && performance.now() - toldAt > silence;
      if (next !== undefined && (isDue || isSilent))
        yield hashed(line({ cursor: store.sealer.seal('events', next), events: this.#events }));
      if (events > 0 || isSilent) toldAt = performance.now();
    }
    await this.end(true);
    yield line({ complete: true, events: this.#events, sha256: hash.digest('hex') });
  }

  /** One page ahead: the database finds the next one while this one is sent. */
  async *#pages(format: Format): AsyncGenerator<Page> {
    const read = this.#reader(format);
    let ahead = read(this.plan.after, pageEvents.first, 0);
    for (;;) {
      const page = await ahead;
      this.#events += page.events;
      if (page.next !== undefined) {
        ahead = read(page.next, page.size, this.#events);
        // Who is cut off meanwhile does not ask for it any more.
        ahead.catch(() => {});
      }
      yield page;
      if (page.next === undefined) return;
    }
  }

  #reader(format: Format): (after: Position | undefined, size: number, before: number) => Promise<Page> {
    const { store, filter, order, account, sites } = this.plan;
    // Of all pages: each is written before the next one is read.
    const memory = Buffer.allocUnsafe(pageBytes.most);
    let judged: { scope: EventScope; names: Names } | undefined;
    let judgedAt = 0;
    return (after, size, before) =>
      store.exports.inTurn(async () => {
        if (judged === undefined || performance.now() - judgedAt > judgeEvery) {
          const names = new Names(format, { dictionary: store.dictionary, account, sites });
          judged = { scope: await this.plan.scope(), names };
          judgedAt = performance.now();
        }
        const { scope, names } = judged;
        // No page runs beyond the next checkpoint.
        const limit = Math.min(size, limits.checkpointEvents - (before % limits.checkpointEvents));
        const begun = performance.now();
        const reader = textOf(store.db, memory);
        const read = await readPage(store, reader, scope, filter, { limit, after, order });
        const took = performance.now() - begun;
        const texts = read.found.map(({ bytes }) => bytes);
        const [only = Buffer.alloc(0), ...others] = texts;
        const text = others.length === 0 ? only : Buffer.concat(texts);
        const isFull = read.count >= limit || read.found.some(({ isCut }) => isCut);
        const last = read.found.findLast((found) => found.last !== undefined)?.last;
        return {
          ...(await write(text, format, names)),
          next: isFull ? last : read.end,
          size: sizeOfNext({ events: read.count, bytes: text.length, took }),
        };
      });
  }
}

/** Writes the rows; those of sites that were deleted since are gone as well (rulings §5.6). */
async function write(text: Buffer, format: Format, names: Names): Promise<{ bytes: Buffer; events: number }> {
  for (;;) {
    const row = new LineWriter(text);
    let events = 0;
    while (row.take(besides)) {
      const site = names.site(row.number(column.site));
      if (site === undefined) continue;
      format.event(row, names, site);
      events += 1;
    }
    if (names.isComplete) return { bytes: row.bytes, events };
    await names.learn();
  }
}

/** As many events as fill a page in good time, if they are like those of this one. */
function sizeOfNext({ events, bytes, took }: { events: number; bytes: number; took: number }): number {
  if (events === 0) return pageEvents.max;
  const fitting = Math.floor(events * Math.min(pageBytes.aim / bytes, pageTime / took));
  return Math.max(pageEvents.min, Math.min(pageEvents.max, fitting));
}
