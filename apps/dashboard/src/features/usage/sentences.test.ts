import { expect, test } from 'vitest';

import { forecastSentence, formatBytes, purgeSentence, limitSentence } from './sentences.ts';

const retention = { days: 90, oldest_day: '2026-08-24', next_purge_day: '2026-11-23', held: null };

test('R§10.35 the next purge names the day of the events and the day they go, or why none go', () => {
  expect(purgeSentence(retention)).toMatch(/^events of .*24.*2026 are deleted from .*23.*2026 on \(UTC\)$/);
  expect(purgeSentence({ ...retention, days: -1, next_purge_day: null })).toMatch(/^never/);
  expect(purgeSentence({ ...retention, oldest_day: null, next_purge_day: null })).toBe('none: no event is kept');
  expect(purgeSentence({ ...retention, next_purge_day: null, held: { since: '2026-11-01T00:00:00.000Z' } })).toBe(
    'none while retention is held',
  );
});

test('R§10.39 the hard limit is told with what it does now, and not to a reseller', () => {
  expect(limitSentence({ events: 5 })).toBeUndefined();
  expect(limitSentence({ events: 5, hard_limit_events: -1 })).toBeUndefined();
  expect(limitSentence({ events: 29, hard_limit_events: 30 })).toMatch(
    /at most 30 a month and refuses any beyond that\.$/,
  );
  expect(limitSentence({ events: 30, hard_limit_events: 30 })).toMatch(/new events are refused now\.$/);
});

test('a forecast has two digits, and none is given early in the month', () => {
  expect(forecastSentence({ forecast_events: null })).toBeUndefined();
  expect(forecastSentence({ forecast_events: 31_499 })).toContain('31,000');
  expect(forecastSentence({ forecast_events: 7 })).toContain('about 7.');
  expect(forecastSentence({ forecast_events: 0 })).toContain('about 0.');
});

test('bytes are given in the unit that leaves few digits', () => {
  expect([0, 999, 1000, 4_130_000].map(formatBytes)).toEqual(['0 bytes', '999 bytes', '1 kB', '4.1 MB']);
});
