import assert from 'node:assert/strict';

/**
 * Milliseconds for which an answer counts, from its question: half of the second in which a change
 * must bind on every instance (rulings §2.5).
 */
export const rememberedMs = 500;
/** The same while every change is heard; an unheard one binds after this time. */
const heardMs = 600_000;
const maxEntries = 20_000;

type CacheEntry<Value> = { value: Value; askedAt: number };

/** `Changes` of packages/db. */
type KnownChanges = { readonly ended: number; readonly heardUntil?: (() => number) | undefined };

/**
 * Remembers what was looked up, so that a key or the name of a site is not read for each request:
 * for half a second, and for ten minutes while this process hears of every change
 * (docs/decisions/006-authentications.md).
 *
 * An entry is fresh or gone:
 *
 * - `get` and `getAll` make entries of what `find` found, unless a change became known since the
 *   question. Then all that was asked for is looked up again, so that no answer mixes what was
 *   remembered before a change with what was found after it.
 *   What does not exist is not remembered, so wrong keys cannot grow memory.
 * - All entries go when a transaction of this process has ended, another process of the service
 *   tells of one of its own, or the database tells of a change by anybody. So a change binds the
 *   next request on the instance that made it.
 * - An entry that `isLasting` goes ten minutes after its question, and does not count while nobody
 *   has proven for half a second that changes are heard. Any other one does not count
 *   `rememberedMs` after its question. So a change binds every other instance within the second
 *   (rulings §2.5).
 * - The oldest entry goes when there are `maxEntries`.
 *
 * It is a plain map, oldest entry first. Why it is not an LRU cache:
 * docs/decisions/018-fair-shares.md.
 */
export class LookUpCache<Value> {
  readonly #entries = new Map<string, CacheEntry<Value>>();
  /** The value of `changes.ended` that the entries belong to. */
  #asOf = 0;

  /**
   * `changes` counts transactions ended anywhere. `find` looks up now, without what is not there.
   * `isLasting`: the value stays until a change that the database tells of.
   */
  constructor(
    private readonly changes: KnownChanges,
    private readonly find: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
    private readonly isLasting: (value: Value) => boolean = () => false,
  ) {}

  /** Undefined when there is nothing of that key. Throws what `find` throws. */
  async get(key: string): Promise<Value | undefined> {
    this.#forgetChanged();
    const known = this.#entries.get(key);
    if (known !== undefined && this.#counts(known, performance.now())) return known.value;
    return (await this.getAll([key])).get(key);
  }

  /** What exists of these keys. What is not remembered is looked up together. */
  async getAll(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    const askedAt = performance.now();
    const asOf = this.#forgetChanged();
    const known = new Map<string, Value>();
    const missing = keys.filter((key) => {
      const entry = this.#entries.get(key);
      if (entry === undefined || !this.#counts(entry, askedAt)) return true;
      known.set(key, entry.value);
      return false;
    });
    if (missing.length === 0) return known;
    const found = await this.find(missing);
    if (this.changes.ended !== asOf) return known.size === 0 ? found : this.find(keys);
    for (const key of missing) this.#remember(key, found.get(key), askedAt);
    return new Map([...known, ...found]);
  }

  /** Returns the number of ended transactions that the entries belong to from now on. */
  #forgetChanged(): number {
    const { ended } = this.changes;
    assert(ended >= this.#asOf, 'transactions were counted backwards');
    if (ended > this.#asOf) this.#entries.clear();
    this.#asOf = ended;
    return ended;
  }

  #counts(entry: CacheEntry<Value>, now: number): boolean {
    if (now - entry.askedAt < rememberedMs) return true;
    if (!this.#mayLast(entry, now)) return false;
    const heardUntil = this.changes.heardUntil?.() ?? -Infinity;
    return now - heardUntil < rememberedMs;
  }

  #mayLast({ value, askedAt }: CacheEntry<Value>, now: number): boolean {
    return now - askedAt < (this.isLasting(value) ? heardMs : rememberedMs);
  }

  #remember(key: string, value: Value | undefined, askedAt: number): void {
    this.#entries.delete(key);
    if (value === undefined) return;
    for (const [oldest, entry] of this.#entries) {
      if (this.#mayLast(entry, askedAt) && this.#entries.size < maxEntries) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, askedAt });
  }
}
