import { expect, test } from 'vitest';

import { nextPath, signInPath } from './next-path.ts';

test('a sign-in leads to a page of the dashboard, and nowhere else', () => {
  for (const path of ['/me', '/join', '/a/1/settings/keys?x=1']) expect(nextPath(path)).toBe(path);
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/sign-in',
    '/api/entry/sso',
    undefined,
  ])
    expect([path, nextPath(path)]).toEqual([path, '/']);
  expect(signInPath('/me', 'revoked')).toBe('/sign-in?reason=revoked&next=%2Fme');
});
