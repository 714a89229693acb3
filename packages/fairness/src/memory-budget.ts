import assert from 'node:assert/strict';

import { FairBudget, type BudgetLimits } from './fair-budget.ts';

/** The memory that one body or answer takes of a budget. Made by `MemoryBudget.reserve`. */
export class Reservation {
  #bytes = 0;

  constructor(
    private readonly onResize: (reservation: Reservation, bytes: number) => void,
    private onEvict: (() => void) | undefined,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isEvictable(): boolean {
    return this.onEvict !== undefined;
  }

  /** Takes this many bytes instead of those before. Throws the budget's refusal without room. */
  resize(bytes: number): void {
    this.onResize(this, bytes);
    this.#bytes = bytes;
  }

  release(): void {
    this.resize(0);
  }

  /** From now on it cannot be evicted. */
  pin(): void {
    this.onEvict = undefined;
  }

  evict(): void {
    this.onEvict?.();
    assert(this.#bytes === 0, 'what was evicted kept its memory');
  }
}

/**
 * A bound on the memory of what is under way, in or out: the other side may be slow, and bytes are
 * kept meanwhile.
 *
 * A reservation is empty or holding, and evictable or pinned:
 *
 * - `reserve` makes it, empty. `resize` makes it holding, and grows or shrinks it; `release` makes
 *   it empty again.
 * - It is evictable when `reserve` was given a callback, until `pin`.
 * - When all memory is taken, `resize` evicts the oldest evictable reservation of the largest
 *   holder (`FairBudget`), one after the other, until there is room. The callback ends the work and
 *   releases the reservation before it returns.
 * - When nobody may be evicted, `resize` throws the refusal and changes nothing.
 *
 * Bounds: `limits.perOwner` bytes of one owner, and `limits.total` of all.
 */
export class MemoryBudget {
  readonly #held: FairBudget<string>;
  /** The reservations that hold something, by owner, the oldest first. */
  readonly #holding = new Map<string, Set<Reservation>>();

  constructor(
    limits: BudgetLimits,
    private readonly refusal: () => Error,
  ) {
    this.#held = new FairBudget(limits);
  }

  /** `onEvict` ends the work and releases the reservation; without it nobody can evict it. */
  reserve(owner: string, onEvict?: () => void): Reservation {
    return new Reservation((reservation, bytes) => this.#resize(owner, reservation, bytes), onEvict);
  }

  #resize(owner: string, reservation: Reservation, bytes: number): void {
    const more = bytes - reservation.bytes;
    if (more > 0 && !this.#held.take(owner, more, (largest) => this.#evictOldest(largest))) throw this.refusal();
    if (more < 0) this.#held.give(owner, -more);
    const holding = this.#holding.get(owner) ?? new Set();
    if (bytes > 0) holding.add(reservation);
    else holding.delete(reservation);
    if (holding.size > 0) this.#holding.set(owner, holding);
    else this.#holding.delete(owner);
  }

  #evictOldest(owner: string): boolean {
    for (const reservation of this.#holding.get(owner) ?? []) {
      if (!reservation.isEvictable) continue;
      reservation.evict();
      return true;
    }
    return false;
  }
}
