import { createHash } from 'node:crypto';

import { limits, type ExportFormat } from '@goal/contract';
import { Allowance, isTimeout, withAllowance } from '@goal/db';

import type { EventServices } from '../core.ts';
import type { EventFilter } from '../event/filter.ts';
import type { SiteNames } from '../event/remembered-site-names.ts';
import { readPage } from '../event/list-events.ts';
import type { Ending } from '../ground/last-export.ts';
import { newestCheckpoint } from '../ground/newest-checkpoint.ts';
import type { Order, Position } from '../ground/position.ts';
import type { EventScope } from '../event/scope.ts';
import { hasRedacted } from '../event/has-redacted.ts';
import { csvOf } from './csv.ts';
import type { Reader } from './export-slots.ts';
import type { Format } from './format.ts';
import { Names } from './names.ts';
import { line, ndjsonOf, type ExportFacts } from './ndjson.ts';
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
  /** Throws when the key may no longer read. Called repeatedly, whether the client reads or not. */
  judge: () => Promise<unknown>;
  /** Returns what may be seen and checks the key again. Called repeatedly while the export runs. */
  scope: () => Promise<EventScope>;
  /** The names of these sites; deleted sites are missing. */
  sites: (sites: number[]) => Promise<Map<number, SiteNames>>;
  withSites: boolean;
  /** Whether the reader may see addresses (rulings §11.5). */
  withIp: boolean;
  /** Whether somebody asks how far it has come, and how it ended (`ExportSlots.lastOf`). */
  isFollowed?: boolean;
  record: {
    begin: () => Promise<void>;
    end: (result: { events: number; complete: boolean }) => Promise<void>;
  };
};

/** The target and maximum size of a page in bytes, and how many events it may have. */
const pageBytes = { target: 512 * 1024, max: 1024 * 1024 };
const pageEvents = { first: 500, min: 50, max: 5000 };
/** The lines of nearly every page fit into this. A page may take more, for itself alone. */
const linesBytes = 1536 * 1024;
/** The time that a page should take at most, in milliseconds: well below the statement timeout. */
const pageTargetMs = 250;
/**
 * How often key and scope are checked again, in milliseconds: together with the half second for
 * which a look-up is valid this stays below the second of rulings §2.5. And after how many
 * milliseconds a search without matches reports its position.
 */
const judgeIntervalMs = 400;
const silenceMs = 5000;

/**
 * Rows of a page, the names in them, and how to read the next page; `next` is undefined at the end.
 */
type RowPage = {
  rows: Buffer;
  names: Names;
  judgedAt: number;
  next: Position | undefined;
  size: number;
  isDue: boolean;
};
/** A page as it is sent. `isDue`: a checkpoint follows it. */
type Page = { bytes: Buffer; events: number; next: Position | undefined; isDue: boolean };

/**
 * All matching events as a stream of bytes (docs/decisions/017-export.md). It is read in pages with
 * separate statements, one page ahead of the client. A slow client costs two pages of memory and no
 * connection. Every event that existed when the export began and is not deleted meanwhile comes
 * exactly once.
 */
export class EventExport {
  #leave: ((ending?: Ending) => void) | undefined;
  #reader: Reader | undefined;
  #bytes: AsyncGenerator<Buffer> | undefined;
  readonly #first: Buffer[] = [];
  #events = 0;
  #recorded: boolean | undefined;
  readonly #cut = new AbortController();
  /**
   * Each statement is bounded, not their sum. They count towards the account's share and end when
   * the export is cut off.
   */
  readonly #allowance: Allowance;

  constructor(private readonly plan: ExportPlan) {
    this.#allowance = new Allowance({ owner: `account:${plan.account}`, signal: this.#cut.signal, budgetMs: Infinity });
  }

  get format(): ExportFormat {
    return this.plan.format;
  }

  /**
   * Takes the key's slot, records that the export has begun, and reads the first page. `end` must
   * be called. `gone` aborts when the client leaves, which also ends a search that finds nothing to
   * send. Throws `rate_limited` when an export of the key is running, `unavailable` when no
   * slot is free, what the first page throws, and the reason of `gone` once that has aborted.
   */
  async start(gone?: AbortSignal): Promise<void> {
    gone?.throwIfAborted();
    gone?.addEventListener('abort', () => this.#cut.abort(gone.reason), { once: true });
    const { store, key, account, format, facts, isFollowed = false } = this.plan;
    const progress = () => ({ format, started_at: facts.started_at, events: this.#events });
    this.#leave = await store.exports.enter(key, account, {
      reader: () => this.#reader,
      ...(isFollowed ? { progress } : {}),
    });
    try {
      await this.plan.record.begin();
      this.#bytes = this.#run();
      // The head and the first matches.
      for (let next = await this.#bytes.next(); next.done !== true; next = await this.#bytes.next())
        if (this.#first.push(next.value) === 2) break;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /**
   * Sets the reader of the bytes. It is cut off when it stalls while another request needs the
   * slot.
   */
  attach(reader: Reader): void {
    this.#reader = reader;
  }

  /** Throws when the key may no longer read. */
  async judge(): Promise<void> {
    await this.plan.judge();
  }

  /**
   * Returns the bytes, once; each piece is valid until the next one is asked for. Throws when the
   * export must be cut off: the database is out of reach, or the key may no longer read.
   */
  async *bytes(): AsyncGenerator<Buffer> {
    yield* this.#first.splice(0);
    if (this.#bytes !== undefined) yield* this.#bytes;
  }

  /**
   * Ends the export, which was sent completely or cut off: frees the key's slot and records the
   * end. A complete export sends its last piece after that, so that a client that has it can start
   * the next export. If it is cut off even then, the record is corrected.
   */
  async end(complete: boolean): Promise<void> {
    if (!complete) this.#cut.abort();
    if (this.#recorded === complete) return;
    try {
      await this.plan.record.end({ events: this.#events, complete });
      this.#recorded = complete;
    } finally {
      this.#leave?.(complete ? 'whole' : 'cut_off');
    }
  }

  async *#run(): AsyncGenerator<Buffer> {
    const { format, withSites, withIp, facts, store, account } = this.plan;
    if (format === 'csv') {
      const csv = csvOf({ withSites, withIp, withRedacted: await this.#inTurn(() => hasRedacted(store.db, account)) });
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
    yield hashed(line({ export: facts, ...(await this.#checkpoint()) }));
    let toldAt = performance.now();
    for await (const { bytes, events, next, isDue } of this.#pages(ndjsonOf({ withIp }))) {
      if (bytes.length > 0) yield hashed(bytes);
      // A long search without matches reports its position.
      const isSilent = events === 0 && performance.now() - toldAt > silenceMs;
      if (next !== undefined && (isDue || isSilent))
        yield hashed(line({ cursor: store.cursors.encode('events', next), events: this.#events }));
      if (events > 0 || isSilent) toldAt = performance.now();
    }
    const checkpoint = await this.#checkpoint();
    await this.end(true);
    yield line({ complete: true, events: this.#events, sha256: hash.digest('hex'), ...checkpoint });
  }

  /** The newest checkpoint of the account's signed log, where one has begun (rulings §16.12). */
  async #checkpoint(): Promise<{ checkpoint?: string }> {
    const { store, account } = this.plan;
    const read = () => this.#inTurn(() => newestCheckpoint(store.db.pages, account));
    // A busy database must not cut off an export that has sent every event.
    const newest = await read().catch((error: unknown) => {
      if (!isTimeout(error)) throw error;
      return read();
    });
    return newest === undefined ? {} : { checkpoint: newest.checkpoint };
  }

  /** Works one page ahead: the database finds the next page while this one is written and sent. */
  async *#pages(format: Format): AsyncGenerator<Page> {
    const read = this.#pageReader(format);
    const lines = { bytes: Buffer.allocUnsafe(linesBytes) };
    let ahead = read(this.plan.after, pageEvents.first);
    for (;;) {
      const { rows, names: known, judgedAt, next, size, isDue } = await ahead;
      // The page may have waited for a slow client: check the key and the sites again.
      const names =
        performance.now() - judgedAt > judgeIntervalMs ? await this.#inTurn(() => this.#judgeAgain(format)) : known;
      if (next !== undefined) {
        ahead = read(next, size);
        // If the export is cut off meanwhile, nobody awaits this page.
        ahead.catch(() => {});
      }
      if (lines.bytes.length > linesBytes) lines.bytes = Buffer.allocUnsafe(linesBytes);
      const page = await writePage(rows, format, names, lines);
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

  /** Takes a turn for the work. A slow client holds neither a turn nor a connection. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.plan.store.exports.inTurn(() => withAllowance(this.#allowance, work));
  }

  #pageReader(format: Format): (after: Position | undefined, size: number) => Promise<RowPage> {
    const { store, filter, order, account, sites } = this.plan;
    // Two buffers suffice: a page is written before the page after the next one is read.
    const memories = [Buffer.allocUnsafe(pageBytes.max), Buffer.allocUnsafe(pageBytes.max)] as const;
    let turn: 0 | 1 = 0;
    let judged: { scope: EventScope; names: Names } | undefined;
    let judgedAt = 0;
    let sinceCheckpoint = 0;
    return (after, size) =>
      this.#inTurn(async () => {
        if (judged === undefined || performance.now() - judgedAt > judgeIntervalMs) {
          const names = new Names(format, { dictionary: store.dictionary, account, sites });
          judged = { scope: await this.plan.scope(), names };
          judgedAt = performance.now();
        }
        const { scope, names } = judged;
        const memory = memories[turn];
        turn = turn === 0 ? 1 : 0;
        // No page crosses the next checkpoint.
        let limit = Math.min(size, limits.checkpointEvents - sinceCheckpoint);
        const begun = performance.now();
        const page = () => readPage(store, textOf(store.db, memory), scope, filter, { limit, after, order });
        const { found, count, end } = await page().catch((error: unknown) => {
          if (!isTimeout(error)) throw error;
          // Uncached data is slow. A short page finds what the first attempt has cached, or
          // succeeds with less.
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

/** How many events like those of this page fill a page within its size and time. */
function sizeOfNext({ events, bytes, took }: { events: number; bytes: number; took: number }): number {
  if (events === 0) return pageEvents.max;
  const fitting = Math.floor(events * Math.min(pageBytes.target / bytes, pageTargetMs / took));
  return Math.max(pageEvents.min, Math.min(pageEvents.max, fitting));
}
