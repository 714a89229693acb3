/** Keeps the entries used last: at least `size` of them, at most twice as many. Two generations need no list of uses. */
export class BoundedCache<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** Keys that were found and not found, for metrics. */
  readonly counts = { hits: 0, misses: 0 };

  constructor(private readonly size: number) {}

  get entries(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key) ?? this.#takeOver(key);
    this.counts[value === undefined ? 'misses' : 'hits'] += 1;
    return value;
  }

  /** An old entry that is used is young again. */
  #takeOver(key: string): Value | undefined {
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    this.#young.set(key, value);
    if (this.#young.size < this.size) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
