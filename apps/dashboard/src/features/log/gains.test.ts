import { expect, test } from 'vitest';

import { bestFirst, gainText, noGainText } from './gains.ts';

test('the filter to take off first is the one without which most is found; one that changes nothing is not named, and one that was not counted stands last', () => {
  const gains = [
    { name: 'q', matched: 0, complete: true },
    { name: 'event_type', matched: undefined, complete: false },
    { name: 'severity', matched: 3, complete: true },
    { name: 'user_id', matched: 0, complete: false },
    { name: 'site', matched: 20, complete: false },
  ] as const;
  expect(bestFirst(gains).map(({ name }) => name)).toEqual(['site', 'severity', 'event_type', 'user_id']);
  expect(bestFirst(gains.slice(0, 1))).toEqual([]);
});

test.each([
  [3, true, ': 3 events'],
  [1, false, ': at least 1 event'],
  [0, false, ''],
  [undefined, false, ''],
] as const)('%s events counted (to the end: %s) are said as «%s»', (matched, complete, text) => {
  expect(gainText({ matched, complete })).toBe(text);
});

test('several filters are named only where there are several', () => {
  expect(noGainText(1)).not.toContain('several');
  expect(noGainText(2)).toContain('take several off');
});
