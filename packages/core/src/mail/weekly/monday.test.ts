import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { zoneClock } from '../../summary/zone-clock.ts';
import { daysBefore, inOtherZone, knownZone, nextMonday } from './monday.ts';

const dayMs = 86_400_000;
const due = (zone: string, after: string): string => new Date(nextMonday(zone, Date.parse(after)).dueMs).toISOString();

test('R§10.40 the mail is due on Monday 07:00 by the clock of the zone, also over changes of the clock', () => {
  // Clocks in Berlin go forward on 29 March 2026 and back on 25 October 2026.
  expect(due('Europe/Berlin', '2026-03-23T06:00:00Z')).toBe('2026-03-30T05:00:00.000Z');
  expect(due('Europe/Berlin', '2026-10-19T05:00:00Z')).toBe('2026-10-26T06:00:00.000Z');
  expect(due('Europe/Berlin', '2026-03-30T04:59:59.999Z')).toBe('2026-03-30T05:00:00.000Z');
  expect(due('Pacific/Auckland', '2026-11-18T00:00:00Z')).toBe('2026-11-22T18:00:00.000Z');
  expect(due('Pacific/Honolulu', '2026-11-23T16:59:59Z')).toBe('2026-11-23T17:00:00.000Z');
  // Vancouver keeps its summer time since 2026.
  expect(due('America/Vancouver', '2026-11-18T00:00:00Z')).toBe('2026-11-23T14:00:00.000Z');
  expect(due('Asia/Kathmandu', '2026-11-18T00:00:00Z')).toBe('2026-11-23T01:15:00.000Z');
});

test('for any zone and moment: a Monday, 07:00, within a week, and the next one follows a week later', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }),
      (zone, ms) => {
        const { day, dueMs } = nextMonday(zone, ms);
        expect(zoneClock(zone).hour(dueMs)).toMatch(new RegExp(`^${day}T07:00:00`));
        expect((dueMs + zoneClock(zone).offset(dueMs)) % dayMs).toBe(7 * 3_600_000);
        expect(new Date(day).getUTCDay()).toBe(1);
        expect(dueMs).toBeGreaterThan(ms);
        expect(dueMs - ms).toBeLessThanOrEqual(7 * dayMs + 2 * 3_600_000);
        expect(Date.parse(nextMonday(zone, dueMs).day) - Date.parse(day)).toBe(7 * dayMs);
      },
    ),
    { numRuns: runsOf(200, 20_000) },
  );
});

test('R§10.40 it tells of the seven UTC days that are over by then', () => {
  expect(daysBefore('Europe/Berlin', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  // There it is still Sunday in UTC.
  expect(daysBefore('Pacific/Auckland', '2026-11-23')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
});

test('R§10.40 in another zone a mail is due on the same Monday, also where its 07:00 is over', () => {
  const moved = (at: string, from: string, to: string): string =>
    new Date(inOtherZone(Date.parse(at), { from, to })).toISOString();
  expect(moved('2026-11-23T17:00:00Z', 'Pacific/Honolulu', 'Europe/Berlin')).toBe('2026-11-23T06:00:00.000Z');
  expect(moved('2026-11-22T18:00:00Z', 'Pacific/Auckland', 'UTC')).toBe('2026-11-23T07:00:00.000Z');
  expect(moved('2026-11-23T07:00:00Z', 'Mars/Olympus', 'Europe/Berlin')).toBe('2026-11-23T06:00:00.000Z');
});

test('a zone that this runtime does not know counts as UTC', () => {
  expect(due('Mars/Olympus', '2026-11-18T00:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  expect([knownZone('Mars/Olympus'), knownZone('Europe/Berlin')]).toEqual(['UTC', 'Europe/Berlin']);
});
