import { expect, test } from 'vitest';

import { formatShare, describeActivity, describeDay, describeKept } from './wording.ts';

const quiet = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
const first = { ...quiet, day: '2026-01-01' };
const second = { ...quiet, day: '2026-01-02', info: 6, critical: 2 };
const kept = { events: 8, oldest_day: '2026-01-02', kept_until: '2026-02-01' };

test('a day is described by its UTC date, its total and only the severities that occurred', () => {
  expect(describeDay(second)).toMatch(/2026, UTC: 8 events; 6 info, 2 critical$/);
  expect(describeDay({ ...first, low: 1 })).toMatch(/: 1 event; 1 low$/);
  expect(describeDay(first)).toMatch(/2026, UTC: no events$/);
});

test('the chart is summed up by range, total, severities and the highest day', () => {
  const said = describeActivity({ from: first.day, to: second.day, days: [first, second], total: 8, kept });
  expect(said).toContain('8 events in all; 6 info, 2 critical; most on');
  expect(said).toMatch(/, 8\.$/);
});

test('kept events are described with the date until which they are kept, and without one for a reseller', () => {
  expect(describeKept(kept)).toMatch(
    /^8 events kept, the oldest from .*\. Retention may delete it from .*2026 \(UTC\) on\.$/,
  );
  expect(describeKept({ ...kept, kept_until: null })).toContain('never deleted for their age');
  expect(describeKept({ events: 0, oldest_day: null, kept_until: null })).toBe('No event is kept now.');
});

test('a share above zero is never written as zero', () => {
  expect(formatShare(0.00001)).toMatch(/^< /);
  expect(formatShare(0)).toMatch(/^0/);
});
