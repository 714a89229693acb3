import { expect, test } from 'vitest';

import { promiseOf, rightsOf, roleNames } from './role-words.ts';

test('R§10.3 an invitation says what its role may do, promises no page that is not there, and tells a group apart', () => {
  for (const role of roleNames)
    for (const isOfGroup of [true, false])
      for (const words of [promiseOf(role, isOfGroup), rightsOf(role, isOfGroup)])
        expect([role, words]).toEqual([role, expect.not.stringMatching(/event|\blog\b|(?<!which of its )site/i)]);
  expect(promiseOf('owner', false)).toContain('everything');
  expect(promiseOf('admin', false)).toContain('API keys');
  expect(promiseOf('viewer', true)).toContain('this group and nothing else');
  for (const words of [promiseOf('admin', true), rightsOf('admin', true)])
    expect(words).toMatch(/\bdecides? which of its sites keep IP addresses/);
});
