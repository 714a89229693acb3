import { expect, test } from 'vitest';

import { isFiltered, siteFiltersOf, siteQueryOf } from './site-filters.ts';

const group = '00000000-0000-4000-8000-000000000000';
const filtersIn = (search: string) => siteFiltersOf(new URLSearchParams(search));

test('the address chooses sites, and a value that it cannot mean chooses none out', () => {
  const filters = filtersIn(`q= shop &health=silent&group=${group}&status=paused`);
  expect(siteQueryOf(filters, { limit: 50, cursor: 'c' })).toEqual({
    limit: 50,
    cursor: 'c',
    q: 'shop',
    health: ['silent'],
    group_id: group,
    status: ['paused'],
  });
  const wrong = filtersIn('health=well&group=north&status=gone&q=goal_live_abcdefgh_abcdefghabcdefghabcdefghabcdefgh');
  expect(siteQueryOf(wrong, { limit: 50, cursor: '' })).not.toHaveProperty('health');
  expect([wrong.group, wrong.status, wrong.q.includes('abcdefghabcd')]).toEqual(['', '', false]);
  expect([isFiltered(filtersIn('')), isFiltered(filtersIn('status=active'))]).toEqual([false, true]);
});
