import assert from 'node:assert/strict';

import { Tally } from './tally.ts';

/** A key of an account holds a slot. `keySlots`: how many the key may hold, if not the usual. */
export type SlotHolder = { key: string; account: number; keySlots?: number | undefined };

/** Slots of one key, of one account, and of the process. */
export type SlotLimits = { key: number; account: number; all: number };

/**
 * Counts slots under three nested limits. Long requests hold a slot each: tails that wait, exports
 * that run.
 *
 * A holder is outside or inside: `take` lets it in when `fullLevel` finds no full level, `give`
 * lets it out. Whether a newcomer is refused or another holder gives way is for the user of the
 * quota to decide. Levels nest, so a holder that gives way at a lower level makes room at all
 * levels above.
 *
 * Bounds: at most `limits[level]` holders inside at each level.
 */
export class SlotQuota {
  readonly #ofKey = new Tally<string>();
  readonly #ofAccount = new Tally<number>();
  #all = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Slots that are held. */
  get held(): number {
    return this.#all;
  }

  /** The lowest level that has no free slot for the holder. */
  fullLevel({ key, account, keySlots = this.limits.key }: SlotHolder): keyof SlotLimits | undefined {
    if (this.#ofKey.of(key) >= keySlots) return 'key';
    if (this.#ofAccount.of(account) >= this.limits.account) return 'account';
    return this.#all >= this.limits.all ? 'all' : undefined;
  }

  take(holder: SlotHolder): void {
    assert(this.fullLevel(holder) === undefined, 'a slot was taken that is not free');
    this.#ofKey.add(holder.key);
    this.#ofAccount.add(holder.account);
    this.#all += 1;
  }

  give(holder: SlotHolder): void {
    this.#ofKey.subtract(holder.key);
    this.#ofAccount.subtract(holder.account);
    this.#all -= 1;
  }
}
