import { expect, test } from 'vitest';

import { ownPath } from './sso-attempt.ts';

const at = (next: string | undefined) => ownPath(next, { dashboardUrl: 'https://goal.example.com' });

test.each(['/', '/a/1/log?q=a%20b&severity=high#row', '/me', '/join-us', '/a/..%2f'])(
  'R§10.14 a path of our own is opened after the sign-in: %s',
  (next) => expect(at(next)).toBe(next),
);

test.each([
  undefined,
  '',
  'a/1',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  '/a\n/b',
  ' //evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/api/entry/sso',
  '/a/../api/entry/sso',
  '/sign-in',
  `/${'a'.repeat(2000)}`,
])('R§10.14 anything else opens the first page: %j', (next) => expect(at(next)).toBe('/'));
