import { expect, test } from 'vitest';

import { inputOf } from '../filters/query/filters.ts';
import { filtersOfStream, logQueryOf, wordsOfFilters } from './stream-filters.ts';

const given = {
  site_id: '7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00',
  code: [1000, 4007],
  not_username: ['bot'],
  severity: ['high', 'critical'],
  user_id: 5,
  q: 'prices shop',
};

test('R§15.12 the filters of a stream are those of the log: there and back, in words and as a link', () => {
  const filters = filtersOfStream(given);
  expect(inputOf(filters)).toEqual(given);
  expect(wordsOfFilters(filters).replaceAll(/[⁦-⁩]/gu, '')).toBe(
    'message: prices shop · severity: high, critical · one site · code: 1000, 4007 · user id: 5 · not user: bot',
  );
  expect(logQueryOf(filters)).toContain('severity=high,critical');
  expect(wordsOfFilters(filtersOfStream({}))).toBe('everything');
  expect(logQueryOf({})).toBe('');
});
