import assert from 'node:assert/strict';

/**
 * Milliseconds for which an answer counts, from its question: half of the second in which a change
 * must bind on every instance (rulings §2.5).
 */
export const rememberedMs = 500;
/**
 * Milliseconds for which an answer counts at most while this process hears of every change. Should
 * one remain unheard in spite of the proofs, it binds after this time.
 */
const heardMs = 600_000;
const maxEntries = 20_000;

type Entry<Value> = { value: Value; askedAt: number };

/** `Changes` of packages/db. */
type KnownChanges = { readonly ended: number; readonly heardUntil?: (() => number) | undefined };

/**
 * Remembers what was looked up, so that a key or the name of a site is not read for each request:
 * for half a second, and for ten minutes while this process hears of every change
 * (docs/decisions/111-told-changes.md).
 *
 * An entry is fresh or gone:
 *
 * - `get` makes an entry of what `find` found, unless a change became known since the question.
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
 * docs/decisions/042-one-fairness.md.
 */
export class LookUpCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  /** The value of `changes.ended` that the entries belong to. */
  #asOf = 0;

  /**
   * `changes` counts the transactions that have ended, here or elsewhere. `find` looks up now.
   * `isLasting`: the value stays true until somebody changes it, and the database tells of that.
   */
  constructor(
    private readonly changes: KnownChanges,
    private readonly find: (key: string) => Promise<Value | undefined>,
    private readonly isLasting: (value: Value) => boolean = () => false,
  ) {}

  /** Undefined when there is nothing of that key. Throws what `find` throws. */
  async get(key: string): Promise<Value | undefined> {
    const askedAt = performance.now();
    const asOf = this.changes.ended;
    assert(asOf >= this.#asOf, 'transactions were counted backwards');
    if (asOf > this.#asOf) this.#entries.clear();
    this.#asOf = asOf;
    const known = this.#entries.get(key);
    if (known !== undefined && this.#counts(known, askedAt)) return known.value;
    const value = await this.find(key);
    if (this.changes.ended === asOf) this.#remember(key, value, askedAt);
    return value;
  }

  #counts(entry: Entry<Value>, now: number): boolean {
    if (now - entry.askedAt < rememberedMs) return true;
    if (!this.#mayLast(entry, now)) return false;
    const heardUntil = this.changes.heardUntil?.() ?? -Infinity;
    return now - heardUntil < rememberedMs;
  }

  #mayLast({ value, askedAt }: Entry<Value>, now: number): boolean {
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
