import { LRUCache } from 'lru-cache';

/** Keeps the `max` most recently used entries, and counts hits and misses for metrics. */
export class CountedCache<Value extends string | number> {
  readonly #entries: LRUCache<string, Value>;

  constructor(
    max: number,
    readonly counts = { hits: 0, misses: 0 },
  ) {
    // With `max` it would make room for all entries at once, at every start.
    this.#entries = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  get entries(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    this.counts[value === undefined ? 'misses' : 'hits'] += 1;
    return value;
  }

  /** `keptMs`: after this time the value is forgotten. */
  set(key: string, value: Value, keptMs?: number): void {
    this.#entries.set(key, value, keptMs === undefined ? {} : { ttl: keptMs });
  }
}
