import { expect, it } from 'vitest';

import { batchOf, eventMaker } from './events.ts';
import { randomFrom, weighted, zipf } from './random.ts';

it('the same seed makes the same events, and another seed makes others', () => {
  const made = (seed: number): string => batchOf(eventMaker(randomFrom(seed)), 50, 0, 1_000_000);
  expect(made(1)).toBe(made(1));
  expect(made(1)).not.toBe(made(2));
});

it('an item with twice the weight is picked twice as often', () => {
  const random = randomFrom(1);
  const next = weighted(random, [0, 1, 2], zipf);
  const counts = [0, 0, 0];
  for (let turn = 0; turn < 11_000; turn += 1) {
    const picked = next();
    counts[picked] = (counts[picked] ?? 0) + 1;
  }
  // 6 : 3 : 2 of 11
  expect(counts.map((count) => Math.round(count / 1000))).toEqual([6, 3, 2]);
});
