import assert from 'node:assert/strict';

/** Counts by name. A name whose count is zero takes no memory; no count is ever below zero. */
export class Tally<Name> {
  readonly #counts = new Map<Name, number>();

  of(name: Name): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: Name, amount = 1): void {
    this.#counts.set(name, this.of(name) + amount);
  }

  subtract(name: Name, amount = 1): void {
    const left = this.of(name) - amount;
    assert(left >= 0, 'more was given back than was taken');
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }

  /** The name with the largest count, the first among equals; undefined when all are zero. */
  largest(): { name: Name; count: number } | undefined {
    let found: { name: Name; count: number } | undefined;
    for (const [name, count] of this.#counts) if (found === undefined || count > found.count) found = { name, count };
    return found;
  }
}
