import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sliceEdges, slicesOf } from './slices.ts';
import { spansOf } from './spans.ts';

const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });

test('R§11.3 slices are equal, at most as many as asked for, and hold every moment of the range once', () => {
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 0, max: 3_000_000_000_000 }),
      fc.integer({ min: 1, max: 120 }),
      (from, length, count) => {
        const slices = slicesOf({ from, to: from + length }, count);
        expect(slices).toMatchObject({ from, to: from + length });
        expect(Number.isInteger(slices.ms) && slices.ms >= 1).toBe(true);
        // The slices reach the end, and with one millisecond less each they would not.
        expect(slices.ms * count).toBeGreaterThan(length);
        expect((slices.ms - 1) * count).toBeLessThanOrEqual(length);
        const edges = sliceEdges(slices);
        expect(edges.length).toBeLessThanOrEqual(count);
        expect(edges.every((edge, nth) => edge === from + nth * slices.ms)).toBe(true);
        const last = edges.at(-1) ?? NaN;
        expect(last <= from + length && from + length < last + slices.ms).toBe(true);
      },
    ),
    { numRuns: runsOf(200, 10_000) },
  );
});

test('R§11.3 without from a range begins 400 days before its end at a UTC midnight, and never before 2000', () => {
  const to = Date.UTC(2026, 6, 15, 12);
  expect(slicesOf({ to }, 10).from).toBe(Date.UTC(2025, 5, 11));
  expect(slicesOf({ from: Date.UTC(1980, 0), to }, 10).from).toBe(Date.UTC(2000, 0));
});

test('R§11.3 without to a range ends now, and its last slice holds what comes later', () => {
  const from = Date.now() - 1000;
  const slices = slicesOf({ from }, 4);
  expect(slices.to).toBeGreaterThanOrEqual(from + 1000);
  expect(spansOf(['bucket'], 'UTC', {}, slices)?.placeOf(slices.to + 86_400_000)).toBe(4);
  const ahead = Date.now() + 86_400_000;
  expect(slicesOf({ from: ahead }, 4)).toEqual({ from: ahead, to: ahead, ms: 1 });
});
