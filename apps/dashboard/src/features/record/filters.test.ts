import { expect, test } from 'vitest';

import { filtersOf, queryOf, searchOf } from './filters.ts';

const page = { limit: 50, cursor: '' };
const filters = (address: string) => filtersOf(new URLSearchParams(address));

test('the filters of the record stand in the address, and a day means all of it', () => {
  const chosen = filters('who=jo@example.com&what=member.join&from=2026-01-31&to=2026-02-01&page=2&cursor=x');
  expect(queryOf(chosen, page)).toEqual({
    limit: 50,
    actor: 'jo@example.com',
    action: 'member.join',
    from: '2026-01-31',
    to: '2026-02-01T23:59:59.999Z',
  });
  expect(filters(searchOf(chosen))).toEqual(chosen);
  expect(searchOf(filters(''))).toBe('');
  expect(queryOf(filters(''), { limit: 200, cursor: 'c' })).toEqual({ limit: 200, cursor: 'c' });
});

test('what is no day filters nothing, and of a pasted key its prefix alone is asked for', () => {
  expect(filters('from=yesterday&to=2026-02-31')).toEqual({ who: '', what: '', from: '', to: '' });
  expect(filters(`who=goal_acct_k3v9x2ab_${'x'.repeat(32)}`).who).toBe('k3v9x2ab');
});

test('a name keeps the blank that somebody has just typed, and is asked for without it', () => {
  const typed = filters('who=the+');
  expect(typed.who).toBe('the ');
  expect(queryOf(typed, { limit: 50, cursor: '' })).toEqual({ limit: 50, actor: 'the' });
  expect(queryOf({ ...typed, who: ' ' }, { limit: 50, cursor: '' })).toEqual({ limit: 50 });
});
