import { expect, test } from 'vitest';

import { freeWords } from './free-words.ts';

test('R§10.47 the sign-up tells the free plan in its own figures, the hard limit too', () => {
  const free = { sites: 1, retention_days: 7, hard_limit_events: 30_000 };
  expect(freeWords(free)).toBe('1 site and at most 30,000 events a month, kept for 7 days, without a payment.');
  expect(freeWords({ ...free, sites: 2 })).toContain('2 sites');
  expect(freeWords(null)).toBe('without a payment.');
});
