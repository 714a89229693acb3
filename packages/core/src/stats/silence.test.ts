import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays, dayNumber } from '../ground/day.ts';
import { judgeSilence } from './silence.ts';

const last = '2026-11-12';
const after = (days: number): string => addDays(last, days);
const isSilent = (ages: number[], silentFor: number): boolean => judgeSilence(last, ages, after(silentFor)) !== null;
const upTo = (n: number): number[] => Array.from({ length: n }, (_, age) => age);

describe('a site that used to send has gone silent', () => {
  test('the sentence names the last day, how long ago it was, and the usual gap', () => {
    expect(judgeSilence(last, upTo(14), after(9))).toEqual({
      last_day: last,
      usual_gap_days: 1,
      sentence: 'Nothing since 12 November 2026 (9 days); before that never more than 1 day passed between events.',
    });
    expect(judgeSilence(last, [0, 2, 4, 6, 8, 40, 45], after(1200))).toEqual({
      last_day: last,
      usual_gap_days: 32,
      sentence:
        'Nothing since 12 November 2026 (1,200 days); before that never more than 32 days passed between events.',
    });
  });

  test('after more than two days, where events came every day', () => {
    expect([0, 1, 2, 3, 4].map((days) => isSilent(upTo(14), days))).toEqual([false, false, false, true, true]);
  });

  test('after more than twice the longest gap, where they came seldom', () => {
    const everyThird = [0, 3, 6, 9, 12];
    expect([5, 6, 7].map((days) => isSilent(everyThird, days))).toEqual([false, false, true]);
  });

  test('with events on 5 of the 14 days that end with the last one, not with 4', () => {
    expect(isSilent([0, 1, 2, 3, 13], 21)).toBe(true);
    expect(isSilent([0, 1, 2, 3, 14], 23)).toBe(false);
    expect(isSilent([0], 100)).toBe(false);
  });

  test('a gap counts when both of its ends lie in the 60 days that end with the last one', () => {
    const daily = upTo(5);
    expect(isSilent([...daily, 59], 110)).toBe(false);
    expect(isSilent([...daily, 59], 111)).toBe(true);
    expect(isSilent([...daily, 60], 3)).toBe(true);
  });

  test('for any days: the rule as it is said, word by word, and the order of the days does not matter', () => {
    const days = fc.uniqueArray(fc.nat({ max: 90 }), { maxLength: 40 });
    fc.assert(
      fc.property(days, fc.nat({ max: 200 }), (some, silentFor) => {
        const ages = [...new Set([0, ...some])];
        const has = (age: number): boolean => ages.includes(age);
        const active = upTo(14).filter(has).length;
        let [gap, previous] = [0, 0];
        for (let age = 1; age < 60; age += 1) {
          if (!has(age)) continue;
          gap = Math.max(gap, age - previous);
          previous = age;
        }
        const silence = judgeSilence(last, ages, after(silentFor));
        expect(silence !== null).toBe(active >= 5 && silentFor > 2 && silentFor > 2 * gap);
        if (silence !== null) expect(silence.usual_gap_days).toBe(gap);
      }),
    );
  });
});

test('days are counted across months, years and leap days', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(dayNumber('1970-01-02')).toBe(1);
});
