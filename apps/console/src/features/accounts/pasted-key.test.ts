import { formatToken, tokenKinds, type TokenKind } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { isPrefix, withoutSecrets } from './pasted-key.ts';

const secret = 'Zz9'.repeat(11).slice(0, 32);

describe('a pasted key', () => {
  // The keys of a literal keep their own type.
  for (const kind of Object.keys(tokenKinds) as TokenKind[]) {
    it(`of the kind ${kind} is cut to its prefix`, () => {
      expect(withoutSecrets(formatToken(kind, 'k3v9x2ab', secret))).toBe('k3v9x2ab');
    });
  }
  const whole = formatToken('site', 'k3v9x2ab', secret);
  it('is cut among other words too, and each of several', () => {
    expect(withoutSecrets(`Authorization: Bearer ${whole}`)).toBe('Authorization: Bearer k3v9x2ab');
    expect(withoutSecrets(`${whole} "${whole}"`)).not.toContain('Zz9');
  });
  it('is cut where its secret is damaged or only half there', () => {
    expect(withoutSecrets(`${whole}-=%`)).toBe('k3v9x2ab');
    expect(withoutSecrets(whole.slice(0, -20))).toBe('k3v9x2ab');
  });
});

it('another text stays as it was', () => {
  for (const text of ['', 'k3v9x2ab', 'goal_live_k3v9x2ab', 'owner+goal_live@example.com', 'shop.example.com']) {
    expect(withoutSecrets(text)).toBe(text);
  }
});

it('only what has the form of a prefix may be one', () => {
  expect(isPrefix('k3v9x2ab')).toBe(true);
  for (const text of ['k3v9x2a', 'k3v9x2abc', 'K3V9X2AB', 'k3v9-2ab', '']) expect(isPrefix(text), text).toBe(false);
});
