import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { zoneClock } from './zone-clock.ts';

test.each([
  ['UTC', '2026-01-31T23:59:59.999Z', '2026-01-31', '2026-01-31T23:00:00+00:00'],
  ['Europe/Berlin', '2026-01-31T23:30:00Z', '2026-02-01', '2026-02-01T00:00:00+01:00'],
  ['America/New_York', '2026-07-04T03:59:00Z', '2026-07-03', '2026-07-03T23:00:00-04:00'],
  ['Asia/Kathmandu', '2026-01-31T18:20:00Z', '2026-02-01', '2026-02-01T00:00:00+05:45'],
  ['America/St_Johns', '2026-01-31T12:00:00Z', '2026-01-31', '2026-01-31T08:00:00-03:30'],
  // Since 2026 the clocks of Vancouver, Edmonton and Winnipeg stay; those of Casablanca went back.
  ['America/Vancouver', '2026-11-20T07:30:00Z', '2026-11-20', '2026-11-20T00:00:00-07:00'],
  ['America/Edmonton', '2027-01-20T06:30:00Z', '2027-01-20', '2027-01-20T00:00:00-06:00'],
  ['America/Winnipeg', '2026-12-20T05:30:00Z', '2026-12-20', '2026-12-20T00:00:00-05:00'],
  ['Africa/Casablanca', '2027-01-20T23:30:00Z', '2027-01-20', '2027-01-20T23:00:00+00:00'],
  // The hour that comes twice when summer time ends is two hours.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25', '2026-10-25T02:00:00+02:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25', '2026-10-25T02:00:00+01:00'],
])('R§11.2 in %s the moment %s belongs to the day %s and the hour %s', (zone, moment, day, hour) => {
  const clock = zoneClock(zone);
  expect([clock.day(Date.parse(moment)), clock.hour(Date.parse(moment))]).toEqual([day, hour]);
});

const hourMs = 3_600_000;

test.each([
  ['America/Goose_Bay', '2011-03-13T04:01:00Z'],
  ['America/Moncton', '2006-10-29T03:01:00Z'],
  ['America/St_Johns', '2010-11-07T02:31:00Z'],
  ['Antarctica/Casey', '2022-10-01T16:01:00Z'],
  ['Asia/Gaza', '2010-03-26T22:01:00Z'],
  ['Asia/Hebron', '2011-03-31T22:01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
])('R§11.2 in %s the change of the offset at %s begins an hour', (zone, change) => {
  const clock = zoneClock(zone);
  const ms = Date.parse(change);
  expect(clock.hour(ms - 1)).not.toBe(clock.hour(ms));
  expect(clock.edges(hourMs, ms - 1, ms).slice(1)).toEqual([ms]);
});

test('R§11.2 between two edges no day and no hour of the zone changes, and each edge of hours begins one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2030, 0) }),
      fc.integer({ min: 0, max: 31 * 24 * hourMs }),
      (zone, from, length) => {
        const clock = zoneClock(zone);
        for (const [unitMs, nameOf] of [
          [hourMs, clock.hour],
          [24 * hourMs, clock.day],
        ] as const) {
          const edges = clock.edges(unitMs, from, from + length);
          expect(edges[0]).toBeLessThanOrEqual(from);
          expect(edges[1] ?? Infinity).toBeGreaterThan(from);
          for (const [nth, edge] of edges.entries()) {
            const end = edges[nth + 1] ?? from + length + 1;
            expect(end).toBeGreaterThan(edge);
            const within = [edge, edge + Math.floor((end - edge) / 2), end - 1].map(nameOf);
            expect([zone, ...new Set(within)]).toEqual([zone, nameOf(edge)]);
            if (unitMs === hourMs && nth > 0) expect(nameOf(edge - 1)).not.toBe(nameOf(edge));
          }
        }
      },
    ),
    { numRuns: runsOf(30, 1000) },
  );
});

test('R§11.2 the beginning of an hour is at most an hour before the moment, in every zone and at all times', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2030, 0) }),
      (zone, ms) => {
        const age = ms - Date.parse(zoneClock(zone).hour(ms));
        expect(age >= 0 && age < 3_600_000).toBe(true);
      },
    ),
  );
});
