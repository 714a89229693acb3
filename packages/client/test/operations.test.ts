import { expect, test } from 'vitest';

import { requestOf } from '../src/operations.ts';

test('an operation without fields sends no body, and its options go where the document has them', () => {
  const minted = { method: 'POST', isRepeatable: false };
  expect(requestOf('POST /account/sites/{id}/tokens', { id: 'a' })).toEqual({
    ...minted,
    path: '/account/sites/a/tokens',
  });
  expect(requestOf('POST /account/sites/{id}/tokens', { id: 'a', access: 'send' })).toEqual({
    ...minted,
    path: '/account/sites/a/tokens?access=send',
  });
  expect(requestOf('POST /account/groups', { name: 'Shops' })).toEqual({
    ...minted,
    path: '/account/groups',
    body: '{"name":"Shops"}',
  });
});
