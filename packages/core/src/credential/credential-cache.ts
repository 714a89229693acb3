import assert from 'node:assert/strict';

/**
 * Milliseconds for which an answer counts, from its question: half of the second in which a change
 * must bind on every instance (rulings §2.5).
 */
export const rememberedMs = 500;
const maxEntries = 20_000;

type Entry<Value> = { value: Value; askedAt: number };

/**
 * Remembers credentials for half a second, so that a busy key is not looked up for each request.
 *
 * An entry is fresh or gone:
 *
 * - `get` makes an entry of what `find` found, unless a transaction of this process has ended since
 *   the question. What does not exist is not remembered, so wrong keys cannot grow memory.
 * - All entries go when a transaction of this process has ended, or another process of the service
 *   tells of one of its own, whatever it changed. So a change binds the next request on the
 *   instance that made it.
 * - An entry goes `rememberedMs` after its question. So a change binds every other instance within
 *   the second (rulings §2.5). Old entries are removed with the next look-up: entries that waited
 *   to be replaced once filled the memory (docs/decisions/030-goals-missed.md).
 * - The oldest entry goes when there are `maxEntries`.
 *
 * It is a plain map, oldest entry first, because all entries live equally long. Why it is not an
 * LRU cache: docs/decisions/042-one-fairness.md.
 */
export class CredentialCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  /** The value of `changes.ended` that the entries belong to. */
  #asOf = 0;

  /** `changes` counts the transactions that have ended, here or elsewhere. `find` looks up now. */
  constructor(
    private readonly changes: { readonly ended: number },
    private readonly find: (prefix: string) => Promise<Value | undefined>,
  ) {}

  /** Undefined when there is no such credential. Throws what `find` throws. */
  async get(prefix: string): Promise<Value | undefined> {
    const askedAt = performance.now();
    const asOf = this.changes.ended;
    assert(asOf >= this.#asOf, 'transactions were counted backwards');
    if (asOf > this.#asOf) this.#entries.clear();
    this.#asOf = asOf;
    const known = this.#entries.get(prefix);
    if (known !== undefined && askedAt - known.askedAt < rememberedMs) return known.value;
    const value = await this.find(prefix);
    if (this.changes.ended === asOf) this.#remember(prefix, value, askedAt);
    return value;
  }

  #remember(prefix: string, value: Value | undefined, askedAt: number): void {
    this.#entries.delete(prefix);
    if (value === undefined) return;
    for (const [oldest, entry] of this.#entries) {
      if (askedAt - entry.askedAt < rememberedMs && this.#entries.size < maxEntries) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(prefix, { value, askedAt });
  }
}
