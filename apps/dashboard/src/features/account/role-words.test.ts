import { expect, test } from 'vitest';

import { promiseOf, rightsOf } from './role-words.ts';

test('R§10.3 an invitation says what its role may do, and tells a group apart', () => {
  expect(promiseOf('owner', false)).toContain('everything');
  expect(promiseOf('admin', false)).toContain('sites, groups, API keys and members');
  expect(promiseOf('viewer', true)).toContain('this group and nothing else');
  for (const words of [promiseOf('admin', true), rightsOf('admin', true)])
    expect(words).toMatch(/manages? its sites and their keys, and decides? which of its sites keep IP addresses/);
});
