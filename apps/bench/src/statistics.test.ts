import { expect, it } from 'vitest';

import { median, percentile } from './statistics.ts';

it('the median is the middle value, or the mean of the two in the middle, in whatever order they come', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 2, 9])).toBe(3);
  expect(() => median([])).toThrow('no values');
});

it('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, place) => 100 - place);
  expect(percentile(values, 0.5)).toBe(51);
  expect(percentile(values, 0.95)).toBe(96);
  expect(percentile([7], 0.95)).toBe(7);
});
