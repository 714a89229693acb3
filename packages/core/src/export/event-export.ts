import { createHash } from 'node:crypto';

import { limits, type ExportFormat } from '@goal/contract';
import { Allowance, isTimeout, withAllowance } from '@goal/db';

import type { EventServices } from '../core.ts';
import type { EventFilter } from '../event/filter.ts';
import type { SiteNames } from '../event/site-names.ts';
import { readPage } from '../event/list-events.ts';
import type { Order, Position } from '../ground/position.ts';
import type { EventScope } from '../event/scope.ts';
import { csvOf } from './csv.ts';
import type { Reader } from './export-slots.ts';
import type { Format } from './format.ts';
import { Names } from './names.ts';
import { line, ndjson, type ExportFacts } from './ndjson.ts';
import { textOf } from './page-text.ts';
import { writePage } from './write-page.ts';

/** What an export is made of. */
export type ExportPlan = {
  store: EventServices;
  account: number;
  key: string;
  format: ExportFormat;
  order: Order;
  filter: EventFilter;
  after: Position | undefined;
  facts: ExportFacts;
  /** Throws when the key may not read any more; called again and again, whether the reader reads or not. */
  judge: () => Promise<unknown>;
  /** What may be seen, judged anew with the key; called again and again while it runs. */
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
/**
 * Milliseconds after which key and scope are judged again, which with the half second for which a look-up counts stays below the second of
 * rulings §2.5; and after which a search that finds nothing tells how far it is.
 */
const judgeEvery = 400;
const silence = 5000;

/** Rows of a page, what their numbers stand for, and how the next page is to be read; `next`: undefined at the end. */
type RowPage = {
  rows: Buffer;
  names: Names;
  judgedAt: number;
  next: Position | undefined;
  size: number;
  isDue: boolean;
};
/** A page as it leaves; `isDue`: a checkpoint belongs behind it. */
type Page = { bytes: Buffer; events: number; next: Position | undefined; isDue: boolean };

/**
 * The whole history that matches, as a stream of bytes (docs/decisions/017-export.md): pages, each of them statements of
 * their own, read one ahead of the reader. A slow reader costs two pages of memory and no connection. Every event that was there when the export
 * began and is not deleted meanwhile comes exactly once.
 */
export class EventExport {
  #leave: (() => void) | undefined;
  #reader: Reader | undefined;
  #bytes: AsyncGenerator<Buffer> | undefined;
  readonly #first: Buffer[] = [];
  #events = 0;
  #recorded: boolean | undefined;
  readonly #cut = new AbortController();
  /** Its statements are bounded one by one, not all together; they take the account's share, and end when it is cut off. */
  readonly #allowance: Allowance;

  constructor(private readonly plan: ExportPlan) {
    this.#allowance = new Allowance({ owner: `account:${plan.account}`, signal: this.#cut.signal, budgetMs: Infinity });
  }

  get format(): ExportFormat {
    return this.plan.format;
  }

  /**
   * Takes the key's place, records that the export has begun, and reads the first page. `end` must be called. Throws `rate_limited` when an
   * export of the key is running, `unavailable` when no place is free, and what the first page throws.
   */
  async start(): Promise<void> {
    this.#leave = this.plan.store.exports.enter(this.plan.key, this.plan.account, () => this.#reader);
    try {
      await this.plan.record.begin();
      this.#bytes = this.#run();
      // What it begins with, and what was found first.
      for (let next = await this.#bytes.next(); next.done !== true; next = await this.#bytes.next())
        if (this.#first.push(next.value) === 2) break;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Names the reader of the bytes, which is cut off when it stands still while another request wants the place. */
  attach(reader: Reader): void {
    this.#reader = reader;
  }

  /** Throws when the key may not read any more. */
  async judge(): Promise<void> {
    await this.plan.judge();
  }

  /** The bytes, once. Throws when it has to be cut off: the database is out of reach, or the key may not read any more. */
  async *bytes(): AsyncGenerator<Buffer> {
    yield* this.#first.splice(0);
    if (this.#bytes !== undefined) yield* this.#bytes;
  }

  /**
   * It is over: all was sent, or it was cut off. Gives the key's place back and records the end. The last piece of a whole export is given out after
   * that, so that whoever has it may begin the next one; if even then it is cut off, that is put right.
   */
  async end(complete: boolean): Promise<void> {
    if (!complete) this.#cut.abort();
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
    for await (const { bytes, events, next, isDue } of this.#pages(ndjson)) {
      if (bytes.length > 0) yield hashed(bytes);
      // A long search that found nothing tells where it is.
      const isSilent = events === 0 && performance.now() - toldAt > silence;
      if (next !== undefined && (isDue || isSilent))
        yield hashed(line({ cursor: store.cursors.encode('events', next), events: this.#events }));
      if (events > 0 || isSilent) toldAt = performance.now();
    }
    await this.end(true);
    yield line({ complete: true, events: this.#events, sha256: hash.digest('hex') });
  }

  /** One page ahead: the database finds the next one while this one is written and sent. */
  async *#pages(format: Format): AsyncGenerator<Page> {
    const read = this.#pageReader(format);
    let ahead = read(this.plan.after, pageEvents.first);
    for (;;) {
      const { rows, names: known, judgedAt, next, size, isDue } = await ahead;
      // It may have waited for a slow reader: the key, and which sites there are, as of now.
      const names =
        performance.now() - judgedAt > judgeEvery ? await this.#inTurn(() => this.#judgeAgain(format)) : known;
      if (next !== undefined) {
        ahead = read(next, size);
        // Who is cut off meanwhile does not ask for it any more.
        ahead.catch(() => {});
      }
      const page = await writePage(rows, format, names);
      this.#events += page.events;
      yield { ...page, next, isDue };
      if (next === undefined) return;
    }
  }

  async #judgeAgain(format: Format): Promise<Names> {
    const { store, account, sites } = this.plan;
    await this.plan.scope();
    return new Names(format, { dictionary: store.dictionary, account, sites });
  }

  /** Nobody holds a connection or a place while the reader is slow. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.plan.store.exports.inTurn(() => withAllowance(this.#allowance, work));
  }

  #pageReader(format: Format): (after: Position | undefined, size: number) => Promise<RowPage> {
    const { store, filter, order, account, sites } = this.plan;
    // A page is written before the next but one is read.
    const memories = [Buffer.allocUnsafe(pageBytes.most), Buffer.allocUnsafe(pageBytes.most)] as const;
    let turn: 0 | 1 = 0;
    let judged: { scope: EventScope; names: Names } | undefined;
    let judgedAt = 0;
    let sinceCheckpoint = 0;
    return (after, size) =>
      this.#inTurn(async () => {
        if (judged === undefined || performance.now() - judgedAt > judgeEvery) {
          const names = new Names(format, { dictionary: store.dictionary, account, sites });
          judged = { scope: await this.plan.scope(), names };
          judgedAt = performance.now();
        }
        const { scope, names } = judged;
        const memory = memories[turn];
        turn = turn === 0 ? 1 : 0;
        // No page runs beyond the next checkpoint.
        let limit = Math.min(size, limits.checkpointEvents - sinceCheckpoint);
        const begun = performance.now();
        const page = () => readPage(store, textOf(store.db, memory), scope, filter, { limit, after, order });
        const { found, count, end } = await page().catch((error: unknown) => {
          if (!isTimeout(error)) throw error;
          // What is not in memory takes its time: a short page finds it there, or comes through with less.
          limit = Math.min(limit, pageEvents.min);
          return page();
        });
        const took = performance.now() - begun;
        sinceCheckpoint += count;
        const isDue = sinceCheckpoint === limits.checkpointEvents;
        if (isDue) sinceCheckpoint = 0;
        const [only = Buffer.alloc(0), ...others] = found.map(({ bytes }) => bytes);
        const rows = others.length === 0 ? only : Buffer.concat([only, ...others]);
        const isFull = count >= limit || found.some(({ isCut }) => isCut);
        const last = found.findLast((one) => one.last !== undefined)?.last;
        const next = isFull ? last : end;
        return { rows, names, judgedAt, next, size: sizeOfNext({ events: count, bytes: rows.length, took }), isDue };
      });
  }
}

/** As many events as fill a page in good time, if they are like those of this one. */
function sizeOfNext({ events, bytes, took }: { events: number; bytes: number; took: number }): number {
  if (events === 0) return pageEvents.max;
  const fitting = Math.floor(events * Math.min(pageBytes.aim / bytes, pageTime / took));
  return Math.max(pageEvents.min, Math.min(pageEvents.max, fitting));
}
