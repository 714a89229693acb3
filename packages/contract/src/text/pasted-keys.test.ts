import { formatToken, tokenKinds, type TokenKind } from './tokens.ts';
import { describe, expect, it } from 'vitest';

import { isPrefix, withoutSecrets } from './pasted-keys.ts';

const secret = 'Zz9'.repeat(11).slice(0, 32);

describe('a pasted key', () => {
  // The keys of a literal have their own type.
  for (const kind of Object.keys(tokenKinds) as TokenKind[]) {
    it(`of the kind ${kind} is cut to its prefix`, () => {
      expect(withoutSecrets(formatToken(kind, 'k3v9x2ab', secret))).toBe('k3v9x2ab');
    });
  }
  const whole = formatToken('site', 'k3v9x2ab', secret);
  it('is cut among other words too, and so is each of several keys', () => {
    expect(withoutSecrets(`Authorization: Bearer ${whole}`)).toBe('Authorization: Bearer k3v9x2ab');
    expect(withoutSecrets(`${whole} "${whole}"`)).not.toContain('Zz9');
  });
  it('with a damaged beginning loses its secret, and keeps its prefix if it has one', () => {
    for (const [text, left] of [
      [`oal_live_k3v9x2ab_${secret}`, 'k3v9x2ab'],
      [`x-oal_live_k3v9x2ab_${secret}`, 'x-oal_live_k3v9x2ab'],
      [`goal_liv_k3v9x2ab_${secret}`, 'k3v9x2ab'],
      [`Goal_live_k3v9x2ab_${secret}`, 'k3v9x2ab'],
      [`GOAL_LIVE_K3V9X2AB_${secret}`, 'k3v9x2ab'],
      [`goal_live_k3v9x2a_${secret}`, 'k3v9x2a'],
      [`goal_live_${secret}`, ''],
      [`goal_live_${secret.slice(12)}`, ''],
      [`goal_live__${secret}`, ''],
      [`goal_live_k3v9x2ab-${secret}`, 'k3v9x2ab'],
      [`k3v9x2ab_${secret}`, 'k3v9x2ab'],
      [`9x2ab_${secret}`, '9x2ab_'],
      [secret, ''],
      [secret.repeat(3), ''],
      [` \t${secret}\n`, ' \t\n'],
      [`"${secret}",`, '"",'],
      [`goal_live_k3v9x2ab ${secret}`, 'goal_live_k3v9x2ab '],
    ])
      expect(withoutSecrets(text ?? ''), text).toBe(left);
  });
  it('is cut if its secret is damaged or incomplete', () => {
    expect(withoutSecrets(`${whole}-=%`)).toBe('k3v9x2ab');
    expect(withoutSecrets(whole.slice(0, -20))).toBe('k3v9x2ab');
  });
});

it('any other text stays as it is', () => {
  const long = 'abc1'.repeat(15);
  for (const text of [
    '',
    'k3v9x2ab',
    'goal_live_k3v9x2ab',
    'owner+goal_live@example.com',
    'goal_live_owner@example.com',
    'shop.example.com',
    `${long}@example.com`,
    `owner@${long}.com`,
    `${long}.example.com`,
    `s-${long}`,
    '0198c0de-0000-7000-8000-000000000001',
  ]) {
    expect(withoutSecrets(text)).toBe(text);
  }
});

it('only a text in the form of a prefix may be one', () => {
  expect(isPrefix('k3v9x2ab')).toBe(true);
  for (const text of ['k3v9x2a', 'k3v9x2abc', 'K3V9X2AB', 'k3v9-2ab', '']) expect(isPrefix(text), text).toBe(false);
});
