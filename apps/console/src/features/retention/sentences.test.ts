import { expect, it } from 'vitest';

import { heldSentence, overdueSentence } from './sentences.ts';

const since = '2026-03-02T12:00:00.000Z';

it('says why retention is held back and since when', () => {
  expect(heldSentence({ reason: 'silence', since })).toMatch(
    /^the last pass began on .*2026.* the clock may have jumped\.$/,
  );
  expect(heldSentence({ reason: 'another database', since })).toMatch(
    /^this is not the database of the last pass, which began on .*2026.*: it may be a restored copy\.$/,
  );
});

it('says how many events are overdue, how old they are, and when they were counted; before the first count it says so', () => {
  const counted_at = '2026-03-10T12:00:00.000Z';
  expect(overdueSentence({ events: 0, sites: 0, oldest_day: null, counted_at: null })).toMatch(/are not counted yet/);
  expect(overdueSentence({ events: 0, sites: 0, oldest_day: null, counted_at })).toMatch(
    /^Nothing is overdue, counted on .*2026.*\.$/,
  );
  expect(overdueSentence({ events: 1, sites: 1, oldest_day: '2026-01-02', counted_at })).toMatch(
    /^1 event is overdue, of .*2026 \(UTC\), in 1 site, counted on .*2026.*\.$/,
  );
  expect(overdueSentence({ events: 12_345, sites: 2, oldest_day: '2026-01-02', counted_at })).toMatch(
    /^12,345 events are overdue, the oldest of .*2026 \(UTC\), in 2 sites, counted on .*2026.*\.$/,
  );
});
