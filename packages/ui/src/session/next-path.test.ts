import { describe, expect, it } from 'vitest';

import { signInPaths } from './next-path.ts';

const home = '/accounts';
const { nextPath, signInPath } = signInPaths({ home, signIn: '/login', entries: ['/join'] });

describe('the page after the sign-in', () => {
  it.each(['/accounts/0190?tab=sites&q=a%20b#keys', '/actions?actor=operator', '/accounts'])(
    'is the page that was asked for: %s',
    (path) => {
      expect(nextPath(path)).toBe(path);
    },
  );

  it.each([
    ['another origin', 'https://evil.test/'],
    ['an origin without a scheme', '//evil.test'],
    ['an origin behind a backslash', '/\\evil.test'],
    ['an origin behind a tab', '/\t/evil.test'],
    ['an origin behind dots', '/.//evil.test'],
    ['an origin behind dots that climb', '/a/..//evil.test'],
    ['a script', 'javascript:alert(1)'],
    ['the sign-in itself', '/login?next=/login'],
    ['the sign-in behind dots', '/a/../login'],
    ['another page that only leads in', '/join'],
    ['a route that is not a page', '/api/session'],
    ['a line break', '/accounts\r\nx: y'],
    ['an empty text', ''],
    ['a list of paths', ['/accounts/1', '/actions']],
    ['a path that is too long', `/${'a'.repeat(3000)}`],
  ])('is never %s', (_what, path) => {
    expect(nextPath(path)).toBe(home);
  });

  it('survives the sign-in, together with the reason', () => {
    const path = signInPath('/accounts/1?tab=sites', 'expired');
    const query = new URL(path, 'http://own.invalid').searchParams;
    expect(nextPath(query.get('next'))).toBe('/accounts/1?tab=sites');
    expect(query.get('reason')).toBe('expired');
    expect(signInPath('/')).toBe('/login');
  });
});
