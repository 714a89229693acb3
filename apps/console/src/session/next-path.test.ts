import { describe, expect, it } from 'vitest';

import { home, nextPath, signInPath } from './next-path.ts';

describe('the page after the sign-in', () => {
  it.each(['/accounts/0190?tab=sites&q=a%20b#keys', '/actions?actor=operator', '/accounts'])(
    'is the one asked for: %s',
    (path) => {
      expect(nextPath(path)).toBe(path);
    },
  );

  it.each([
    ['another origin', 'https://evil.test/'],
    ['one without a scheme', '//evil.test'],
    ['one in disguise', '/\\evil.test'],
    ['one behind a tab', '/\t/evil.test'],
    ['one behind dots', '/.//evil.test'],
    ['one behind dots that climb', '/a/..//evil.test'],
    ['a script', 'javascript:alert(1)'],
    ['the sign-in itself', '/login?next=/login'],
    ['the sign-in behind dots', '/a/../login'],
    ['a route that is no page', '/api/session'],
    ['a line break', '/accounts\r\nx: y'],
    ['nothing', ''],
    ['two of them', ['/accounts/1', '/actions']],
    ['too long a one', `/${'a'.repeat(3000)}`],
  ])('is never %s', (_what, path) => {
    expect(nextPath(path)).toBe(home);
  });

  it('survives the sign-in, with the reason beside it', () => {
    const path = signInPath('/accounts/1?tab=sites', 'expired');
    const query = new URL(path, 'http://own.invalid').searchParams;
    expect(nextPath(query.get('next'))).toBe('/accounts/1?tab=sites');
    expect(query.get('reason')).toBe('expired');
    expect(signInPath('/')).toBe('/login');
  });
});
