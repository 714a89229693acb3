import { LifeEndedError, rows, withAllowance, type Database, type Queryable } from '@goal/db';
import { BatchLoader, SerialBatches } from '@goal/fairness';

import { CountedCache } from './counted-cache.ts';
import { inTransaction } from '../in-transaction.ts';

export type DictionaryKind = 'object' | 'eventType' | 'userAgent';
export const kindNumber: Record<DictionaryKind, number> = { object: 1, eventType: 2, userAgent: 3 };

/** Values of one kind in an account's dictionary. Events hold further values themselves. */
export const dictionaryMaxValues = 10_000;
/** The longest value of a dictionary: an index entry holds at most 2,700 bytes. */
const valueMaxBytes = 1000;
/** Keys of a look-up that shares its statement; a larger one is its caller's own. */
const sharedLookUpMaxKeys = 50;
/** Entries of each cache. A value has at most 1,000 bytes, so both caches stay below 60 MB. */
const cacheMaxEntries = 30_000;

/**
 * Milliseconds for which a process remembers the number of a user agent: redaction retires numbers
 * (redaction/retire-words.ts).
 */
export const refKeptMs = 600_000;

/** The size of a cache, its hits and its misses. */
export type CacheFigures = { readonly entries: number; readonly counts: { hits: number; misses: number } };

/** A value in an event: its number in the dictionary, or `inline` in the event itself. */
export type WordRef = number | 'inline';

/** How often the caches of a process were asked. */
export class CacheCounts {
  readonly refs = { hits: 0, misses: 0 };
  readonly words = { hits: 0, misses: 0 };
}

/**
 * Stores repeating strings of an account as small numbers. While the account lives, a number is
 * never given to another value, and account numbers are never used again, so cached entries stay
 * true in one life of the database (packages/db/src/lives.ts).
 */
export class Dictionary {
  readonly #refs: CountedCache<WordRef>;
  readonly #words: CountedCache<string>;

  /** A burst of events with new values costs a few statements, not a few for each. */
  readonly #additions = new SerialBatches<string, Map<string, WordRef>>();

  readonly #refLoader: BatchLoader<WordRef>;
  readonly #wordLoader: BatchLoader<string>;

  /** `life` is the number of the present life of the database. */
  constructor(
    private readonly db: Database,
    readonly life: number,
    counts = new CacheCounts(),
  ) {
    this.#refs = new CountedCache(cacheMaxEntries, counts.refs);
    this.#words = new CountedCache(cacheMaxEntries, counts.words);
    // A batch is shared work: it must not run at the cost of one request's allowance.
    this.#refLoader = new BatchLoader((keys) => withAllowance(undefined, () => readRefs(db.lookups, keys)));
    this.#wordLoader = new BatchLoader((keys) => withAllowance(undefined, () => readWords(db.lookups, keys)));
  }

  /** For metrics. */
  get caches(): Readonly<Record<'dictionary_places' | 'dictionary_words', CacheFigures>> {
    return { dictionary_places: this.#refs, dictionary_words: this.#words };
  }

  /**
   * Returns how to refer to each value. Adds missing values as long as the dictionary has room. The
   * answer may be stored by a session of the same life alone. Throws `LifeEndedError`.
   */
  async put(account: number, kind: DictionaryKind, values: Iterable<string>): Promise<(value: string) => WordRef> {
    const refs = new Map<string, WordRef>();
    const unknown: string[] = [];
    for (const value of new Set(values)) {
      const ref = isTooLong(value) ? 'inline' : this.#refs.get(key(account, kind, value));
      if (ref === undefined) unknown.push(value);
      else refs.set(value, ref);
    }
    if (unknown.length > 0) {
      const added = await this.#additions.run(key(account, kind, ''), unknown, (all) =>
        this.#findOrAdd(account, kind, all),
      );
      for (const [value, ref] of added) refs.set(value, ref);
    }
    this.#judgeLife();
    return (value) => refs.get(value) ?? 'inline';
  }

  /**
   * Returns how events with this value refer to it; `nowhere` when the account has no such event.
   */
  async find(
    account: number,
    kind: DictionaryKind,
    value: string | undefined,
  ): Promise<WordRef | 'nowhere' | undefined> {
    if (value === undefined) return undefined;
    if (isTooLong(value)) return 'inline';
    const known = this.#refs.get(key(account, kind, value));
    if (known !== undefined) return known;
    const found = await this.#lookUp(account, kind, [value]);
    this.#judgeLife();
    return found.get(value) ?? 'nowhere';
  }

  /** Returns the values behind the numbers; null: the event holds the value itself. */
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
    const found =
      keys.length > sharedLookUpMaxKeys ? await readWords(this.db.pages, keys) : await loadAll(this.#wordLoader, keys);
    this.#judgeLife();
    for (const [index, id] of unknown.entries()) {
      const word = found.get(keys[index] ?? '');
      if (word === undefined) continue;
      this.#words.set(key(account, kind, id), word);
      words.set(id, word);
    }
    // A deleted account's words may be reclaimed while a page of its events is under way.
    return (id) => (id === null ? '' : (words.get(id) ?? ''));
  }

  /** What was read while a life ended may be of either. */
  #judgeLife(): void {
    if (this.life !== this.db.lives.number) throw new LifeEndedError();
  }

  async #findOrAdd(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, WordRef>> {
    const found = await this.#lookUp(account, kind, values);
    const missing = values.filter((value) => !found.has(value));
    return missing.length === 0 ? found : new Map([...found, ...(await this.#add(account, kind, missing))]);
  }

  /** Returns the refs that are certain: values in the dictionary, or all values when it is full. */
  async #lookUp(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, WordRef>> {
    const keys = values.map((value) => key(account, kind, value));
    const found =
      keys.length > sharedLookUpMaxKeys ? await readRefs(this.db.pages, keys) : await loadAll(this.#refLoader, keys);
    for (const [known, ref] of found) this.#keep(known, ref);
    return new Map([...found].map(([known, ref]) => [partsOf(known).rest, ref]));
  }

  /** Looks again under the head row's lock: no value is added twice, nor beyond the room. */
  async #add(account: number, kind: DictionaryKind, values: string[]): Promise<Map<string, WordRef>> {
    const number = kindNumber[kind];
    const added = await inTransaction(this.db.ingest, async (session) => {
      const [head] = await rows<[number]>(session, { ...lockHead, values: [account, number] });
      const known = await rows<[number | null, string]>(session, { ...findValues, values: [account, number, values] });
      return [...known, ...(await addValues(session, account, number, { size: head?.[0] ?? 0, values, known }))];
    });
    const refs = new Map<string, WordRef>(values.map((value) => [value, 'inline']));
    for (const [id, value] of added) if (id !== null) refs.set(value, id);
    for (const [value, ref] of refs) this.#keep(key(account, kind, value), ref);
    return refs;
  }

  #keep(known: string, ref: WordRef): void {
    this.#refs.set(known, ref, partsOf(known).kind === kindNumber.userAgent ? refKeptMs : undefined);
  }
}

/** The refs that are certain. A full dictionary never shrinks, so what it lacks it never gets. */
function readRefs(on: Queryable, keys: string[]): Promise<Map<string, WordRef>> {
  return ofEachAccount(keys, async (account, own) => {
    const asked = own.map(partsOf);
    const kinds = asked.map(({ kind }) => kind);
    const values = [account, kinds, asked.map(({ rest }) => rest), dictionaryMaxValues];
    const found = new Map<string, WordRef>();
    for (const [nth, id] of await rows<[number, number | null]>(on, { ...refsOfValues, values })) {
      const known = own[nth - 1] ?? '';
      if (id !== null) found.set(known, id);
      else if (!found.has(known)) found.set(known, 'inline');
    }
    return found;
  });
}

function readWords(on: Queryable, keys: string[]): Promise<Map<string, string>> {
  return ofEachAccount(keys, async (account, own) => {
    const asked = own.map(partsOf);
    const values = [account, asked.map(({ kind }) => kind), asked.map(({ rest }) => Number(rest))];
    const found = await rows<[number, string]>(on, { ...wordsOfRefs, values });
    return new Map(found.map(([nth, word]) => [own[nth - 1] ?? '', word]));
  });
}

/** Reads account by account, because the accounts' rows may be on different machines. */
async function ofEachAccount<Value>(
  keys: string[],
  read: (account: number, own: string[]) => Promise<Map<string, Value>>,
): Promise<Map<string, Value>> {
  const byAccount = new Map<number, string[]>();
  for (const one of keys) {
    const { account } = partsOf(one);
    const own = byAccount.get(account);
    if (own === undefined) byAccount.set(account, [one]);
    else own.push(one);
  }
  const found = await Promise.all([...byAccount].map(([account, own]) => read(account, own)));
  return new Map(found.flatMap((part) => [...part]));
}

export const refsOfValues = {
  name: 'places in a dictionary',
  text: `with q as materialized (select * from unnest($2::smallint[], $3::text[]) with ordinality u(kind, value, place))
    select q.place::int, case when d.retired_at is null then d.id end from q cross join lateral (
      select id, retired_at from dictionary where account = $1::int and kind = q.kind and value = q.value limit 1) d
    union all
    select q.place::int, null from q join dictionary_head h on h.account = $1::int and h.kind = q.kind where h.size >= $4::int`,
};
export const wordsOfRefs = {
  name: 'words of a dictionary',
  text: `select q.place::int, d.value from unnest($2::smallint[], $3::smallint[]) with ordinality q(kind, id, place)
    cross join lateral (select value from dictionary where account = $1::int and kind = q.kind and id = q.id limit 1) d`,
};

/** Loads what there is of these keys. */
async function loadAll<Value>(loader: BatchLoader<Value>, keys: string[]): Promise<Map<string, Value>> {
  const found = await Promise.all(keys.map(async (one) => [one, await loader.load(one)] as const));
  return new Map(found.flatMap(([one, value]) => (value === undefined ? [] : [[one, value]])));
}

const lockHead = {
  name: 'lock a dictionary',
  text: `insert into dictionary_head as h (account, kind, size) values ($1, $2, 0)
    on conflict (account, kind) do update set size = h.size returning size`,
};
export const findValues = {
  name: 'find in a dictionary',
  text: `select case when d.retired_at is null then d.id end, d.value from unnest($3::text[]) q(value) cross join lateral (
      select id, value, retired_at from dictionary where account = $1 and kind = $2 and value = q.value limit 1) d`,
};
const growHead = {
  name: 'grow a dictionary',
  text: 'update dictionary_head set size = size + $3::int where account = $1 and kind = $2',
};

/**
 * Adds the values that are not known, as many as there is room for, by single statements of one
 * account's machine. Returns what it added.
 */
async function addValues(
  session: Queryable,
  account: number,
  kind: number,
  { size, values, known }: { size: number; values: string[]; known: [number | null, string][] },
): Promise<[number, string][]> {
  const before = new Set(known.map(([, value]) => value));
  const fresh = values.filter((value) => !before.has(value)).slice(0, dictionaryMaxValues - size);
  if (fresh.length === 0) return [];
  const added = fresh.map((value, index): [number, string] => [size + index + 1, value]);
  const tuples = added.map(([id], index) => `(${account}, ${kind}, ${id}, $${index + 1}::text)`);
  const text = `insert into dictionary (account, kind, id, value) values ${tuples.join(', ')}`;
  await rows(session, { name: '', text, values: fresh });
  await rows(session, { ...growHead, values: [account, kind, added.length] });
  return added;
}

function isTooLong(value: string): boolean {
  // A code unit takes three bytes at most.
  return value.length * 3 > valueMaxBytes && Buffer.byteLength(value) > valueMaxBytes;
}

function key(account: number, kind: DictionaryKind, value: string | number): string {
  return `${account} ${kindNumber[kind]} ${value}`;
}

/** The parts that a key was made of. */
function partsOf(known: string): { account: number; kind: number; rest: string } {
  const [account = '', kind = ''] = known.split(' ', 2);
  return { account: Number(account), kind: Number(kind), rest: known.slice(account.length + kind.length + 2) };
}
