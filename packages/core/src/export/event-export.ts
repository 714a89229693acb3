import { createHash } from 'node:crypto';

import { limits, type ExportFormat } from '@goal/contract';

import type { EventStore } from '../event/event-store.ts';
import type { EventFilter } from '../event/filter.ts';
import type { SiteNames } from '../event/list-account-events.ts';
import { listRows } from '../event/list-events.ts';
import { positionOf, siteAt, wordsOf, type PageRow } from '../event/page-row.ts';
import type { Order, Position } from '../event/position.ts';
import type { EventScope } from '../event/scope.ts';
import { csvOf } from './csv.ts';
import type { Format } from './format.ts';
import { line, ndjson, type ExportFacts } from './ndjson.ts';

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

/** Characters that a page should have, and how many events it may have. */
const pageCharacters = 256 * 1024;
const pageEvents = { first: 500, min: 50, max: 1000 };
/** Milliseconds after which key and scope are judged again (rulings §2.5), and after which a search that finds nothing tells how far it is. */
const judgeEvery = 800;
const silence = 5000;

type Page = { rows: PageRow[]; texts: string[]; next: Position | undefined };

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
    if (this.plan.format === 'csv') {
      const csv = csvOf(this.plan.withSites);
      let head = csv.head;
      for await (const { texts, next } of this.#pages(csv)) {
        if (next === undefined) await this.end(true);
        if (texts.length > 0 || head !== '') yield Buffer.from(head + texts.join(''));
        head = '';
      }
      return;
    }
    const hash = createHash('sha256');
    const hashed = (text: string): Buffer => {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      return bytes;
    };
    yield hashed(line({ export: this.plan.facts }));
    let toldAt = performance.now();
    for await (const page of this.#pages(ndjson)) {
      const text = this.#withCheckpoints(page, performance.now() - toldAt > silence);
      if (text === '') continue;
      yield hashed(text);
      toldAt = performance.now();
    }
    await this.end(true);
    yield Buffer.from(line({ complete: true, events: this.#events, sha256: hash.digest('hex') }));
  }

  /** A page's lines, with a checkpoint behind every 10,000th event, and behind a long search that found nothing. */
  #withCheckpoints({ rows, texts, next }: Page, isSilent: boolean): string {
    const checkpoint = (position: Position, events: number): string =>
      line({ cursor: this.plan.store.sealer.seal('events', position), events });
    const before = this.#events - rows.length;
    const due = limits.checkpointEvents - (before % limits.checkpointEvents);
    const row = rows[due - 1];
    if (row !== undefined)
      return texts.slice(0, due).join('') + checkpoint(positionOf(row), before + due) + texts.slice(due).join('');
    return isSilent && rows.length === 0 && next !== undefined ? checkpoint(next, before) : texts.join('');
  }

  /** One page ahead: the database finds the next one while this one is written and sent. */
  async *#pages(format: Format): AsyncGenerator<Page> {
    const read = this.#reader(format);
    let ahead = read(this.plan.after, pageEvents.first);
    for (;;) {
      const page = await ahead;
      if (page.next !== undefined) {
        ahead = read(page.next, sizeOfNext(page));
        // Who is cut off meanwhile does not ask for it any more.
        ahead.catch(() => {});
      }
      this.#events += page.rows.length;
      yield page;
      if (page.next === undefined) return;
    }
  }

  #reader(format: Format): (after: Position | undefined, limit: number) => Promise<Page> {
    const { store, filter, order } = this.plan;
    let scope: EventScope | undefined;
    let sites = new Map<number, string | undefined>();
    let judgedAt = 0;
    return (after, limit) =>
      store.exports.inTurn(async () => {
        if (scope === undefined || performance.now() - judgedAt > judgeEvery) {
          scope = await this.plan.scope();
          sites = new Map();
          judgedAt = performance.now();
        }
        const { rows, next } = await listRows(store, scope, filter, { limit, after, order });
        await this.#learnSites(rows, sites, format);
        // An event whose site was deleted since is gone as well (rulings §5.6).
        const left = rows.filter((row) => sites.get(row[siteAt]) !== undefined);
        return { rows: left, texts: await this.#write(left, sites, format), next };
      });
  }

  async #learnSites(rows: PageRow[], sites: Map<number, string | undefined>, format: Format): Promise<void> {
    const unknown = new Set(rows.map((row) => row[siteAt]).filter((site) => !sites.has(site)));
    if (unknown.size === 0) return;
    const names = await this.plan.sites([...unknown]);
    for (const site of unknown) {
      const name = names.get(site);
      sites.set(site, name && format.site(name));
    }
  }

  async #write(rows: PageRow[], sites: Map<number, string | undefined>, format: Format): Promise<string[]> {
    const words = await wordsOf(this.plan.store.dictionary, this.plan.account, rows);
    return rows.map((row) => format.event(row, words.object(row), words.eventType(row), sites.get(row[siteAt]) ?? ''));
  }
}

/** As many events as fill a page, if they are like those of this one. */
function sizeOfNext({ texts }: Page): number {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters === 0) return pageEvents.max;
  const fitting = Math.floor((pageCharacters * texts.length) / characters);
  return Math.max(pageEvents.min, Math.min(pageEvents.max, fitting));
}
