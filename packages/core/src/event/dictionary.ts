import { rows, type Database, type Queryable } from '@goal/db';

import { LookUps } from '../credential/look-ups.ts';
import { CountedCache } from './counted-cache.ts';

export type DictionaryKind = 'object' | 'eventType' | 'userAgent';
const kindNumber: Record<DictionaryKind, number> = { object: 1, eventType: 2, userAgent: 3 };

/** Values of a kind that an account's dictionary holds; the rest stays in the events. */
export const dictionarySize = 10_000;
/** Bytes of the longest value that a dictionary takes: an index entry holds no more than 2,700. */
const longest = 1000;

/** Entries of each cache. A value has at most 1,000 bytes, so both caches stay below 60 MB. */
const cacheMaxEntries = 30_000;

/** The size of a cache, its hits and its misses. */
export type CacheFigures = { readonly entries: number; readonly counts: { hits: number; misses: number } };

/** In place of a value: its number in the dictionary, or that it stands in the event itself. */
export type Place = number | 'inline';

/** So many are looked up together with what other requests look for; more of them alone, at the cost of who brought them. */
const few = 50;

/** Values on their way: as long as it waits, more may be added. */
type Look = { isWaiting: boolean; values: Set<string>; places: Promise<Map<string, Place>> };

/**
 * Repeating strings of an account as small numbers. Numbers are never given to another value while the account lives, and account
 * numbers never to another account, so what is cached stays true.
 */
export class Dictionary {
  readonly #places = new CountedCache<Place>(cacheMaxEntries);
  readonly #words = new CountedCache<string>(cacheMaxEntries);

  /** The last look that was begun, or waits to begin, of each account and kind. */
  readonly #looks = new Map<string, Look>();

  /** What several requests look for at once costs one statement. */
  readonly #sharedPlaces: LookUps<Place>;
  readonly #sharedWords: LookUps<string>;

  constructor(private readonly db: Database) {
    this.#sharedPlaces = new LookUps((keys) => readPlaces(db.lookups, keys));
    this.#sharedWords = new LookUps((keys) => readWords(db.lookups, keys));
  }

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
    const keys = unknown.map((id) => key(account, kind, id));
    const found = keys.length > few ? await readWords(this.db.pages, keys) : await together(this.#sharedWords, keys);
    for (const [place, id] of unknown.entries()) {
      const word = found.get(keys[place] ?? '');
      if (word === undefined) continue;
      this.#words.set(key(account, kind, id), word);
      words.set(id, word);
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

  /** Places that are certain: in the dictionary, or `inline` because it was full already. */
  async #lookUp(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, Place>> {
    const keys = values.map((value) => key(account, kind, value));
    const found = keys.length > few ? await readPlaces(this.db.pages, keys) : await together(this.#sharedPlaces, keys);
    for (const [known, place] of found) this.#places.set(known, place);
    return new Map([...found].map(([known, place]) => [partsOf(known).rest, place]));
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

/** The places of these keys that are certain. A dictionary never shrinks: what a full one lacks it never gets. */
async function readPlaces(on: Queryable, keys: string[]): Promise<Map<string, Place>> {
  const asked = keys.map(partsOf);
  const text = `with q as materialized (select * from unnest($1::int[], $2::smallint[], $3::text[]) with ordinality u(account, kind, value, place))
    select q.place::int, d.id from q join dictionary d on d.account = q.account and d.kind = q.kind and d.value = q.value
    union all
    select q.place::int, null from q join dictionary_head h on h.account = q.account and h.kind = q.kind where h.size >= $4::int`;
  const values = [
    asked.map(({ account }) => account),
    asked.map(({ kind }) => kind),
    asked.map(({ rest }) => rest),
    dictionarySize,
  ];
  const found = new Map<string, Place>();
  for (const [place, id] of await rows<[number, number | null]>(on, { name: 'places in dictionaries', text, values })) {
    const known = keys[place - 1] ?? '';
    if (id !== null) found.set(known, id);
    else if (!found.has(known)) found.set(known, 'inline');
  }
  return found;
}

async function readWords(on: Queryable, keys: string[]): Promise<Map<string, string>> {
  const asked = keys.map(partsOf);
  const text = `select q.place::int, d.value from unnest($1::int[], $2::smallint[], $3::smallint[]) with ordinality q(account, kind, id, place)
    join dictionary d on d.account = q.account and d.kind = q.kind and d.id = q.id`;
  const values = [
    asked.map(({ account }) => account),
    asked.map(({ kind }) => kind),
    asked.map(({ rest }) => Number(rest)),
  ];
  const found = await rows<[number, string]>(on, { name: 'words of dictionaries', text, values });
  return new Map(found.map(([place, word]) => [keys[place - 1] ?? '', word]));
}

/** What there is of these keys. */
async function together<Value>(lookUps: LookUps<Value>, keys: string[]): Promise<Map<string, Value>> {
  const found = await Promise.all(keys.map(async (one) => [one, await lookUps.get(one)] as const));
  return new Map(found.flatMap(([one, value]) => (value === undefined ? [] : [[one, value]])));
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

/** What a key was made of. */
function partsOf(known: string): { account: number; kind: number; rest: string } {
  const [account = '', kind = ''] = known.split(' ', 2);
  return { account: Number(account), kind: Number(kind), rest: known.slice(account.length + kind.length + 2) };
}
