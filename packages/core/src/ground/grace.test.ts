import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addDays } from './day.ts';
import { deletableOn, graceOf, type RetentionCut } from './grace.ts';

describe('R§9.2 a shorter retention is applied after a grace period', () => {
  const cut: RetentionCut = { day: '2026-11-21', formerDays: 90 };
  const on = (day: string, cuts: RetentionCut[], graceDays = 14): string =>
    deletableOn(day, { retentionDays: 30, cuts, graceDays });

  test('its effect is known on the day it is made', () => {
    expect(graceOf('2026-11-21', 14, 30)).toEqual({ appliedOn: '2026-12-05', keptFrom: '2026-11-05' });
    expect(graceOf('2026-11-21', 0, 30)).toEqual({ appliedOn: '2026-11-21', keptFrom: '2026-10-22' });
  });

  test('an event is kept by the retention, or by the former retention until the grace period ends', () => {
    expect(on('2026-11-10', [])).toBe('2026-12-10');
    expect(on('2026-11-10', [cut])).toBe('2026-12-10');
    expect(on('2026-10-01', [cut])).toBe('2026-12-05');
    expect(on('2026-08-30', [cut])).toBe('2026-11-28');
    expect(on('2026-01-01', [{ ...cut, formerDays: null }])).toBe('2026-12-05');
    expect(on('2026-01-01', [{ ...cut, formerDays: null }], 0)).toBe('2026-11-21');
  });

  test('after any number of cuts an event is deletable on the first day on which no retention keeps it', () => {
    const someDay = fc.integer({ min: -60, max: 60 }).map((days) => addDays('2026-11-21', days));
    const someCut = fc.record({ day: someDay, formerDays: fc.option(fc.integer({ min: 1, max: 60 })) });
    fc.assert(
      fc.property(
        someDay,
        fc.array(someCut, { maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat({ max: 20 }),
        (day, cuts, retentionDays, graceDays) => {
          let at = addDays(day, retentionDays);
          const isKept = (): boolean =>
            cuts.some(
              (one) =>
                at < addDays(one.day, graceDays) && (one.formerDays === null || at < addDays(day, one.formerDays)),
            );
          while (isKept()) at = addDays(at, 1);
          expect(deletableOn(day, { retentionDays, cuts, graceDays })).toBe(at);
        },
      ),
    );
  });
});
