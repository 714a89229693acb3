/** Keeps the entries used last: at least `size` of them, at most twice as many. Two generations need no list of uses. */
export class BoundedCache<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(private readonly size: number) {}

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
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
