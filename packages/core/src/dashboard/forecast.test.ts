import { expect, test } from 'vitest';

import { forecastOf } from './forecast.ts';

test('R§10.35 a month is forecast from its days before today, after the 5th alone, and never below what it has', () => {
  expect(forecastOf('2026-11-05', 4000, 5000)).toBeNull();
  expect(forecastOf('2026-11-06', 500, 500)).toBe(3000);
  expect(forecastOf('2024-02-29', 2800, 2801)).toBe(2900);
  expect(forecastOf('2026-12-31', 3000, 3500)).toBe(3500);
  expect(forecastOf('2026-12-10', 0, 0)).toBe(0);
});
