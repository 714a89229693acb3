import { expect, test } from 'vitest';

import { barsOf, dayAt, namedDays, scaleTo, shareOf, totalOf, totalsOf } from './geometry.ts';

const quiet = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
const days = [
  { ...quiet, day: '2026-01-01', info: 6, high: 2 },
  { ...quiet, day: '2026-01-02' },
  { ...quiet, day: '2026-01-03', info: 1, low: 1, medium: 1, high: 1, critical: 1 },
];

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [99, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
  [8_000_001, [0, 5_000_000, 10_000_000]],
])('the axis for at most %i events a day has round whole numbers that reach a little higher', (highest, ticks) => {
  expect(scaleTo(highest)).toEqual({ top: ticks.at(-1), ticks });
});

test('no axis has more than five steps, and each reaches its highest day', () => {
  for (let highest = 1; highest < 5_000_000; highest = Math.ceil(highest * 1.07)) {
    const { top, ticks } = scaleTo(highest);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(top).toBeGreaterThanOrEqual(highest);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

test('the segments of a bar stack from the bottom, mildest first, up to its total', () => {
  const [first, second, third] = barsOf(days, scaleTo(8));
  expect(first?.segments).toEqual([
    { severity: 'info', count: 6, y: 0.25, height: 0.75 },
    { severity: 'high', count: 2, y: 0, height: 0.25 },
  ]);
  expect(second).toMatchObject({ total: 0, segments: [] });
  expect(third?.segments.map((one) => one.severity)).toEqual(['info', 'low', 'medium', 'high', 'critical']);
  expect(third?.segments.at(-1)?.y).toBeCloseTo(1 - 5 / 8);
});

test('a day with one event is visible among days with a million', () => {
  const [bar] = barsOf([{ ...quiet, day: '2026-01-01', low: 1 }], scaleTo(1_000_000));
  expect(bar?.segments[0]?.height).toBeGreaterThan(0.01);
  expect(bar?.segments[0]?.y).toBeLessThan(0.99);
});

test('bars fill the width from left to right without touching', () => {
  const bars = barsOf(days, scaleTo(8));
  expect(bars[0]?.x).toBeGreaterThan(0);
  for (const [at, bar] of bars.slice(1).entries()) {
    const before = bars[at];
    expect(bar.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0));
  }
  const last = bars.at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(1);
});

test('totals count by day and by severity', () => {
  expect(days.map(totalOf)).toEqual([8, 0, 5]);
  expect(totalsOf(days)).toEqual({ info: 7, low: 1, medium: 1, high: 3, critical: 1 });
});

test('the last day always has a label, and the others are evenly spaced before it', () => {
  expect(namedDays(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(namedDays(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(namedDays(90, 6)).toEqual([14, 29, 44, 59, 74, 89]);
  expect(namedDays(0, 6)).toEqual([]);
});

test('a pointer anywhere, even just outside the plot, maps to a day of the range', () => {
  expect([-0.2, 0, 0.49, 0.5, 1, 1.2].map((share) => dayAt(share, 30))).toEqual([0, 0, 14, 15, 29, 29]);
});

test('a share of zero is zero', () => {
  expect([shareOf(0, 0), shareOf(1, 4)]).toEqual([0, 0.25]);
});
