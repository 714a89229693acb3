import assert from 'node:assert/strict';

import { Tally } from './tally.ts';

export type BudgetLimits = {
  /** The most that one owner may hold. */
  perOwner: number;
  /** The most that all owners may hold together. */
  total: number;
};

/**
 * A bounded amount of something (bytes, waiting events) that owners hold, and who gives way when
 * all of it is taken. `MemoryBudget` and the ingest queue stand on it.
 *
 * The rule: an owner that would stay below the largest holder may take from it. So an owner that
 * fills the budget, with any number of requests, cannot keep others out: N owners that want all of
 * it get 1/N each. An owner never pushes out one that holds less than it would hold itself, so two
 * owners never evict each other in turns.
 *
 * Bounds: after each `take`, one owner holds at most `perOwner` and all together at most `total`.
 */
export class FairBudget<Owner> {
  readonly #held = new Tally<Owner>();
  #total = 0;

  constructor(private readonly limits: BudgetLimits) {}

  /** The sum that all owners hold. */
  get total(): number {
    return this.#total;
  }

  heldBy(owner: Owner): number {
    return this.#held.of(owner);
  }

  /**
   * Takes `amount` more for the owner. Returns false, and takes nothing, when the owner would hold
   * too much, or when no other owner gives way.
   *
   * `evict` makes the largest holder give back at once (`give`), `missing` if it can. It returns
   * false when that holder has nothing that can be evicted.
   */
  take(owner: Owner, amount: number, evict: (largest: Owner, missing: number) => boolean): boolean {
    const wanted = this.#held.of(owner) + amount;
    if (wanted > this.limits.perOwner) return false;
    for (let missing = this.#missing(amount); missing > 0;) {
      const largest = this.#held.largest();
      if (largest === undefined || largest.count <= wanted) return false;
      if (!evict(largest.name, missing)) return false;
      const left = this.#missing(amount);
      assert(left < missing, 'an eviction gave nothing back');
      missing = left;
    }
    this.#held.add(owner, amount);
    this.#total += amount;
    return true;
  }

  give(owner: Owner, amount: number): void {
    this.#held.subtract(owner, amount);
    this.#total -= amount;
  }

  #missing(amount: number): number {
    return this.#total + amount - this.limits.total;
  }
}
