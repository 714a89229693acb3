import { createHash } from 'node:crypto';

/** Pseudo-random draws that depend only on the seed, on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32BE();
  }

  /** A whole number from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** Returns true with a probability of `percent` in a hundred. */
  chance(percent: number): boolean {
    return this.#next() * 100 < percent;
  }

  /** One item of the list. */
  pick<T>(list: readonly T[]): T {
    const one = list[this.int(0, list.length - 1)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  /** One item of the list, with a probability proportional to its weight. */
  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let rest = this.#next() * list.reduce((sum, one) => sum + one.weight, 0);
    return list.find((one) => (rest -= one.weight) < 0) ?? this.pick(list);
  }

  /** The generator mulberry32: a number from 0 up to 1, exclusive. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
