import { expect, test } from 'vitest';

import { bestFirst } from './gains.ts';

test('the filter to take off first is the one without which most is found, and one that changes nothing is not named', () => {
  const gains = [
    { name: 'q', matched: 0, complete: true },
    { name: 'severity', matched: 3, complete: true },
    { name: 'user_id', matched: 0, complete: false },
    { name: 'site', matched: 20, complete: false },
  ] as const;
  expect(bestFirst(gains).map(({ name }) => name)).toEqual(['site', 'severity', 'user_id']);
  expect(bestFirst(gains.slice(0, 1))).toEqual([]);
});
