import { describe, expect, it } from 'vitest';

import { isMissed, tableOf, type Result } from './report.ts';

const result = (ratios: number[], goal?: Result['goal']): Result => ({
  what: 'a page',
  figures: '1 ms',
  ratios,
  ...(goal === undefined ? {} : { goal }),
});

describe('the verdict', () => {
  it('depends on the median of the rounds, so that one bad round does not decide it', () => {
    expect(isMissed(result([1, 9, 2], { atMost: 2, aim: '1' }))).toBe(false);
    expect(isMissed(result([3, 1, 3], { atMost: 2, aim: '1' }))).toBe(true);
    expect(isMissed(result([0.2, 0.9, 0.3], { atLeast: 0.3, aim: '1' }))).toBe(false);
    expect(isMissed(result([0.2, 0.9, 0.2], { atLeast: 0.3, aim: '1' }))).toBe(true);
  });

  it('is «needs …» for a row without a figure, and FAILED, which counts as missed, for a measure that failed', () => {
    const needy: Result = { ...result([], { atMost: 2 }), needs: '30m' };
    const failed: Result = { ...result([]), failed: true };
    expect([isMissed(needy), isMissed(failed)]).toEqual([false, true]);
    const [, , first, second] = tableOf([needy, failed]).split('\n');
    expect(first).toMatch(/at most 2 +needs 30m$/);
    expect(second).toMatch(/FAILED$/);
  });

  it('is never MISSED without a goal', () => {
    expect(isMissed(result([100]))).toBe(false);
  });
});

describe('the table', () => {
  it('shows the figures, ratio, spread, goal and verdict of each row', () => {
    const [head, , met, missed, informative] = tableOf([
      result([1.5, 2.5, 2], { atMost: 2, aim: '1.5' }),
      result([0.25], { atLeast: 0.3, aim: '0.5' }),
      result([7]),
    ]).split('\n');
    expect(head?.split(/ {2,}/)).toEqual(['what', 'figures', 'ratio', 'spread', 'goal', 'verdict']);
    expect(met?.split(/ {2,}/)).toEqual(['a page', '1 ms', '2.00', '1.50 to 2.50', 'at most 2 (aim 1.5)', 'met']);
    expect(missed).toContain('at least 0.3 (aim 0.5)  MISSED');
    expect(informative).toMatch(/7\.00.*for information$/);
  });
});
