import { expect, it } from 'vitest';

import { median, percentile } from './statistics.ts';

it('the median is the middle value, or the mean of the two middle values, in any order', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 2, 9])).toBe(3);
  expect(() => median([])).toThrow('no values');
});

it('a percentile is one of the measured values', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(51);
  expect(percentile(values, 0.95)).toBe(96);
  expect(percentile([7], 0.95)).toBe(7);
});
