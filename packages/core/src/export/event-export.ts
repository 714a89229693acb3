import { createHash } from 'node:crypto';

import { csvEnd, type ExportFormat } from '@goal/contract';
import { isTimeout, withAllowance } from '@goal/db';

import { lastingAllowance, type RequestAllowance } from '../ground/request-allowance.ts';
import { newestCheckpoint } from '../ground/newest-checkpoint.ts';
import type { Position } from '../ground/position.ts';
import { hasRedacted } from '../event/read/has-redacted.ts';
import { csvOf, lineEnd } from './csv.ts';
import type { ExportPlan } from './export-plan.ts';
import type { ExportClient } from './export-slots.ts';
import type { Format } from './format.ts';
import { Names } from './names.ts';
import { line, ndjsonOf } from './ndjson.ts';
import { judgeIntervalMs, pageEvents, pageReader } from './page-reader.ts';
import { writePage } from './write-page.ts';

/** The lines of nearly every page fit into this. A page may take more, for itself alone. */
const linesBytes = 1536 * 1024;
/** After how many milliseconds a search without matches reports its position. */
const silenceMs = 5000;

/** A page as it is sent. `isDue`: a checkpoint follows it. */
type Page = { bytes: Buffer; events: number; next: Position | undefined; isDue: boolean };

/**
 * All matching events as a stream of bytes (docs/decisions/017-export.md). It is read in pages with
 * separate statements, one page ahead of the client. A slow client costs two pages of memory and no
 * connection. Every event that existed when the export began and is not deleted meanwhile comes
 * exactly once.
 */
export class EventExport {
  #leave: (() => void) | undefined;
  #reader: ExportClient | undefined;
  #bytes: AsyncGenerator<Buffer> | undefined;
  readonly #first: Buffer[] = [];
  readonly #hash = createHash('sha256');
  #byteCount = 0;
  #events = 0;
  /** Whether it was recorded as whole, or as cut off. */
  #recorded: boolean | undefined;
  readonly #cut = new AbortController();
  /** Each statement is bounded, not their sum; all end when the export is cut off. */
  readonly #allowance: RequestAllowance;

  constructor(private readonly plan: ExportPlan) {
    this.#allowance = lastingAllowance(plan.account, this.#cut.signal);
  }

  get format(): ExportFormat {
    return this.plan.format;
  }

  get id(): string {
    return this.plan.id;
  }

  /**
   * Takes the slot, records the beginning, reads the first page; `end` must be called. `gone`: the
   * client left. Throws `rate_limited`, `unavailable`, as the page, the reason of `gone`.
   */
  async start(gone?: AbortSignal): Promise<void> {
    gone?.throwIfAborted();
    gone?.addEventListener('abort', () => this.#cut.abort(gone.reason), { once: true });
    const { core, key, account, format, facts } = this.plan;
    this.#leave = core.events.exports.enter(key, account, {
      reader: () => this.#reader,
      progress: () => ({ format, started_at: facts.started_at, events: this.#events }),
    });
    try {
      await this.plan.record.begin();
      this.#bytes = this.#run();
      // The head and the first matches.
      for (let next = await this.#bytes.next(); next.done !== true; next = await this.#bytes.next())
        if (this.#first.push(next.value) === 2) break;
    } catch (error) {
      // The database may be the reason.
      await this.end(false).catch(() => {});
      throw error;
    }
  }

  /** Sets the reader, which is cut off when it stalls while another request needs the slot. */
  attach(reader: ExportClient): void {
    this.#reader = reader;
  }

  /** Throws when the key may no longer read. */
  async judge(): Promise<void> {
    await this.plan.judge();
  }

  /** All bytes but the last ones, each valid until the next. Throws when it must be cut off. */
  async *bytes(): AsyncGenerator<Buffer> {
    yield* this.#first.splice(0);
    if (this.#bytes !== undefined) yield* this.#bytes;
  }

  /**
   * The last bytes, once all others left: it is recorded as whole (rulings §9.12) and the slot is
   * free before, for a client that asks for the sum or the next export.
   */
  async last(): Promise<Buffer> {
    const piece = await this.#lastPiece();
    this.#count(piece);
    await this.#record(this.#hash.digest('hex'));
    return piece;
  }

  /** Ends the export, sent or cut off: frees the slot, and records a cut, also behind `last`. */
  async end(complete: boolean): Promise<void> {
    if (complete) return;
    this.#cut.abort();
    await this.#record(null);
  }

  async #record(sha256: string | null): Promise<void> {
    const isWhole = sha256 !== null;
    if (this.#recorded === isWhole) return;
    try {
      await this.plan.record.end({ events: this.#events, bytes: this.#byteCount, sha256 });
      this.#recorded = isWhole;
    } finally {
      this.#leave?.();
    }
  }

  #count(bytes: Buffer): Buffer {
    this.#hash.update(bytes);
    this.#byteCount += bytes.length;
    return bytes;
  }

  async *#run(): AsyncGenerator<Buffer> {
    const { format, withSites, withIp, facts, core, account } = this.plan;
    if (format === 'csv') {
      const csv = csvOf({ withSites, withIp, withRedacted: await this.#inTurn(() => hasRedacted(core.db, account)) });
      yield this.#count(csv.head);
      for await (const { bytes } of this.#pages(csv)) if (bytes.length > 0) yield this.#count(bytes);
      return;
    }
    yield this.#count(line({ export: facts, ...(await this.#checkpoint()) }));
    let toldAt = performance.now();
    for await (const { bytes, events, next, isDue } of this.#pages(ndjsonOf({ withIp }))) {
      if (bytes.length > 0) yield this.#count(bytes);
      // A long search without matches reports its position.
      const isSilent = events === 0 && performance.now() - toldAt > silenceMs;
      if (next !== undefined && (isDue || isSilent))
        yield this.#count(line({ cursor: core.events.cursors.encode('events', next), events: this.#events }));
      if (events > 0 || isSilent) toldAt = performance.now();
    }
  }

  async #lastPiece(): Promise<Buffer> {
    const { format, withEnd } = this.plan;
    const sumOf = (bytes: Buffer): string => this.#hash.copy().update(bytes).digest('hex');
    if (format === 'csv')
      return withEnd ? Buffer.concat([lineEnd, Buffer.from(csvEnd(this.#events, sumOf(lineEnd)))]) : lineEnd;
    const checkpoint = await this.#checkpoint();
    return line({ complete: true, events: this.#events, sha256: sumOf(Buffer.alloc(0)), ...checkpoint });
  }

  /** The newest checkpoint of the account's signed log, where one has begun (rulings §16.12). */
  async #checkpoint(): Promise<{ checkpoint?: string }> {
    const { core, account } = this.plan;
    const read = () => this.#inTurn(() => newestCheckpoint(core.db.pages, account));
    // A busy database must not cut off an export that has sent every event.
    const newest = await read().catch((error: unknown) => {
      if (!isTimeout(error)) throw error;
      return read();
    });
    return newest === undefined ? {} : { checkpoint: newest.checkpoint };
  }

  /** Works one page ahead: the database finds the next page while this one is written and sent. */
  async *#pages(format: Format): AsyncGenerator<Page> {
    const read = pageReader(this.plan, format, (work) => this.#inTurn(work));
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
    const { core, account, sites } = this.plan;
    await this.plan.scope();
    return new Names(format, { dictionary: core.events.dictionary, account, sites });
  }

  /** Takes a turn for the work. A slow client holds neither a turn nor a connection. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.plan.core.events.exports.inTurn(() => withAllowance(this.#allowance, work));
  }
}
