import { DomainError } from '@goal/contract';
import { expect, test } from 'vitest';

import { changesAmong } from './changes.ts';
import { daysOfMonth } from './period.ts';
import { silencesIn } from './silences.ts';

const now = Date.parse('2026-11-23T08:00:00Z');

test('R§10.37 a month is its UTC days, of which the running one ends today', () => {
  expect(daysOfMonth('2026-10', now)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(daysOfMonth('2024-02', now)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(daysOfMonth('2026-11', now)).toEqual({ from: '2026-11-01', to: '2026-11-23' });
  expect(() => daysOfMonth('2026-12', now)).toThrow(new DomainError('invalid_field', { message: 'invalid month' }));
});

const october = { from: '2026-10-01', to: '2026-10-31' };
const daily = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('R§10.37 a site that usually records something is silent on the days between, also from before the month and to its end', () => {
  // Each number is a day since 1 October.
  expect(silencesIn([...daily(-60, 8), ...daily(12, 30)], october)).toEqual([
    { from: '2026-10-10', to: '2026-10-12', days: 3, usual_gap_days: 1 },
  ]);
  expect(silencesIn([...daily(-60, -10), ...daily(5, 20)], october)).toEqual([
    { from: '2026-10-01', to: '2026-10-05', days: 5, usual_gap_days: 1 },
  ]);
  expect(silencesIn(daily(-60, 20), october)).toEqual([
    { from: '2026-10-22', to: '2026-10-31', days: 10, usual_gap_days: 1 },
  ]);
});

test('R§10.37 a gap that the site is used to is no silence, nor is one of a site that seldom records', () => {
  expect(silencesIn([...daily(-60, 8), ...daily(11, 30)], october)).toEqual([]);
  const eachFourth = daily(-60, 30).filter((day) => day % 4 === 0 || (day > -14 && day < 0));
  expect(silencesIn(eachFourth, october)).toEqual([]);
  expect(silencesIn([-20, 0, 30], october)).toEqual([]);
  expect(silencesIn([], october)).toEqual([]);
});

test('R§10.37 changes are told by what the plugin says of a code, and a sign-in changes nothing', () => {
  const codes = [1000, 1002, 4000, 4007, 5000, 5007, 6001, 2001, 999_999].map((code) => ({ code, events: 1 }));
  const { users, plugins, settings } = changesAmong(codes);
  expect([users, plugins, settings].map((section) => section.map(({ code }) => code))).toEqual([
    [4000, 4007],
    [5000, 5007],
    [6001],
  ]);
});
