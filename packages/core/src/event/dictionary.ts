import type { Database } from '@goal/db';

import { BoundedCache } from './bounded-cache.ts';
import { rows, type Statement } from './sql.ts';

export type DictionaryKind = 'object' | 'eventType' | 'userAgent';
const kindNumber: Record<DictionaryKind, number> = { object: 1, eventType: 2, userAgent: 3 };

/** Values of a kind that an account's dictionary holds; the rest stays in the events. */
export const dictionarySize = 10_000;
/** Bytes of the longest value that a dictionary takes: an index entry holds no more than 2,700. */
const longest = 1000;

/** How large a cache is, and how often it knew. */
export type CacheFigures = { readonly entries: number; readonly counts: { hits: number; misses: number } };

/** In place of a value: its number in the dictionary, or that it stands in the event itself. */
export type Place = number | 'inline';

/** Values on their way: as long as it waits, more may be added. */
type Look = { isWaiting: boolean; values: Set<string>; places: Promise<Map<string, Place>> };

/**
 * Repeating strings of an account as small numbers. Numbers are never given to another value while the account lives, and account
 * numbers never to another account, so what is cached stays true.
 */
export class Dictionary {
  // A value may have 1,000 bytes: so both together stay under 60 MB at the worst, and are far smaller as a rule.
  readonly #places = new BoundedCache<Place>(20_000);
  readonly #words = new BoundedCache<string>(20_000);

  /** The last look that was begun, or waits to begin, of each account and kind. */
  readonly #looks = new Map<string, Look>();

  constructor(private readonly db: Database) {}

  /** What is remembered, for metrics. */
  get caches(): Readonly<Record<'dictionary_places' | 'dictionary_words', CacheFigures>> {
    return { dictionary_places: this.#places, dictionary_words: this.#words };
  }

  /** Where each of the values stands, added to the dictionary as long as it has room. */
  async put(account: number, kind: DictionaryKind, values: Iterable<string>): Promise<(value: string) => Place> {
    const places = new Map<string, Place>();
    const unknown: string[] = [];
    for (const value of new Set(values)) {
      const place = isTooLong(value) ? 'inline' : this.#places.get(key(account, kind, value));
      if (place === undefined) unknown.push(value);
      else places.set(value, place);
    }
    if (unknown.length > 0) {
      for (const [value, place] of await this.#place(account, kind, unknown)) places.set(value, place);
    }
    return (value) => places.get(value) ?? 'inline';
  }

  /** Where events with this value are to be looked for; `nowhere` when the account has none. */
  async find(account: number, kind: DictionaryKind, value: string | undefined): Promise<Place | 'nowhere' | undefined> {
    if (value === undefined) return undefined;
    if (isTooLong(value)) return 'inline';
    const known = this.#places.get(key(account, kind, value));
    if (known !== undefined) return known;
    return (await this.#lookUp(account, kind, [value])).get(value) ?? 'nowhere';
  }

  /** The values behind the numbers (null: stands in the event). */
  async words(account: number, kind: DictionaryKind, ids: (number | null)[]): Promise<(id: number | null) => string> {
    const words = new Map<number, string>();
    const unknown: number[] = [];
    for (const id of new Set(ids)) {
      if (id === null) continue;
      const word = this.#words.get(key(account, kind, id));
      if (word === undefined) unknown.push(id);
      else words.set(id, word);
    }
    if (unknown.length > 0) {
      const text = 'select id, value from dictionary where account = $1 and kind = $2 and id = any($3::smallint[])';
      const values = [account, kindNumber[kind], unknown];
      for (const [id, value] of await rows<[number, string]>(this.db.pages, {
        name: 'words of a dictionary',
        text,
        values,
      })) {
        this.#words.set(key(account, kind, id), value);
        words.set(id, value);
      }
    }
    // A deleted account's words may be reclaimed already, while a page of it is on its way.
    return (id) => (id === null ? '' : (words.get(id) ?? ''));
  }

  /**
   * Looks values up, and adds what is missing; one look at a time for each account and kind. What others ask for meanwhile is the next look: so a
   * burst of events that nothing is known of yet costs a few statements, not a few for each.
   */
  async #place(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, Place>> {
    const name = key(account, kind, '');
    const before = this.#looks.get(name);
    if (before?.isWaiting) {
      for (const value of values) before.values.add(value);
      return await before.places;
    }
    const look: Look = { isWaiting: true, values: new Set(values), places: Promise.resolve(new Map()) };
    look.places = (async () => {
      await before?.places.catch(() => {}); // its own askers hear of it
      look.isWaiting = false;
      const all = [...look.values];
      const places = await this.#lookUp(account, kind, all);
      const missing = all.filter((value) => !places.has(value));
      return missing.length === 0 ? places : new Map([...places, ...(await this.#add(account, kind, missing))]);
    })().finally(() => {
      if (this.#looks.get(name) === look) this.#looks.delete(name);
    });
    this.#looks.set(name, look);
    return await look.places;
  }

  /** Places that are certain: in the dictionary, or `inline` because it was full before it was asked. */
  async #lookUp(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, Place>> {
    const isFull = await this.#isFull(account, kind);
    const text = 'select id, value from dictionary where account = $1 and kind = $2 and value = any($3::text[])';
    const statement: Statement = { name: 'places in a dictionary', text, values: [account, kindNumber[kind], values] };
    const places = new Map<string, Place>();
    if (isFull) for (const value of values) places.set(value, 'inline');
    for (const [id, value] of await rows<[number, string]>(this.db.pages, statement)) places.set(value, id);
    for (const [value, place] of places) this.#places.set(key(account, kind, value), place);
    return places;
  }

  /** A dictionary never shrinks: so once full it is always full, and what it lacks then it never gets. */
  async #isFull(account: number, kind: DictionaryKind): Promise<boolean> {
    const text = 'select size from dictionary_head where account = $1 and kind = $2';
    const [head] = await rows<[number]>(this.db.pages, {
      name: 'size of a dictionary',
      text,
      values: [account, kindNumber[kind]],
    });
    return head !== undefined && head[0] >= dictionarySize;
  }

  /** Adds under the lock of the head row, and looks again under it: two writers never add one value twice, nor more than there is room for. */
  async #add(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, Place>> {
    const client = await this.db.ingest.connect();
    let broken: boolean | undefined;
    try {
      const number = kindNumber[kind];
      await client.query('begin');
      const [head] = await rows<[number]>(client, { ...lockHead, values: [account, number] });
      const added = await rows<[number, string]>(client, {
        ...addValues,
        values: [account, number, values, head?.[0] ?? 0, dictionarySize],
      });
      await client.query('commit');
      const places = new Map<string, Place>(values.map((value) => [value, 'inline']));
      for (const [id, value] of added) places.set(value, id);
      for (const [value, place] of places) this.#places.set(key(account, kind, value), place);
      return places;
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

const lockHead = {
  name: 'lock a dictionary',
  text: `insert into dictionary_head as h (account, kind, size) values ($1, $2, 0)
    on conflict (account, kind) do update set size = h.size returning size`,
};
const addValues = {
  name: 'add to a dictionary',
  text: `with known as materialized (select id, value from dictionary where account = $1 and kind = $2 and value = any($3::text[])),
    fresh as (select value, $4::int + row_number() over (order by place) as id from unnest($3::text[]) with ordinality u(value, place)
      where value not in (select value from known)),
    added as (insert into dictionary (account, kind, id, value) select $1, $2, id, value from fresh where id <= $5::int returning id, value),
    head as (update dictionary_head set size = size + (select count(*) from added) where account = $1 and kind = $2)
    select id, value from known union all select id, value from added`,
};

function isTooLong(value: string): boolean {
  // No code unit takes more than three bytes.
  return value.length * 3 > longest && Buffer.byteLength(value) > longest;
}

function key(account: number, kind: DictionaryKind, value: string | number): string {
  return `${account} ${kindNumber[kind]} ${value}`;
}
