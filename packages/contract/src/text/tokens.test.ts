import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bearerToken, formatToken, parseToken, tokenKinds, type TokenKind } from './tokens.ts';

const secret = 'A1b2'.repeat(8);

describe('R§3.1 tokens', () => {
  it.each(Object.entries(tokenKinds))('R§3.1 a token of the kind %s says its kind and prefix', (kind, word) => {
    const token = `goal_${word}_k3v9x2ab_${secret}`;
    expect(parseToken(token)).toEqual({ kind, prefix: 'k3v9x2ab' });
  });

  const malformed = [
    '',
    'goal_live_k3v9x2ab_',
    `goal_live_k3v9x2a_${secret}`,
    `goal_live_k3v9x2abc_${secret}`,
    `goal_live_K3V9X2AB_${secret}`,
    `goal_LIVE_k3v9x2ab_${secret}`,
    `GOAL_live_k3v9x2ab_${secret}`,
    `goal_root_k3v9x2ab_${secret}`,
    `goal_site_k3v9x2ab_${secret}`,
    `goal_live_k3v9x2ab_${secret.slice(1)}`,
    `goal_live_k3v9x2ab_${secret}!`,
    `goal_live_k3v9x2ab_${secret}\n`,
    ` goal_live_k3v9x2ab_${secret}`,
    `goal_live_k3v9x2ab_${secret.slice(1)}é`,
    `goal_live_k3v9x2ab_${'a'.repeat(65)}`,
    `goal__k3v9x2ab_${secret}`,
    `goal_constructor_k3v9x2ab_${secret}`,
    `goal_live_k3v9x2ab_${secret}_x`,
    `goal_live_k3v9x2a\0_${secret}`,
  ];
  it.each(malformed)('R§3.2 %j is malformed', (token) => {
    expect(parseToken(token)).toBeUndefined();
  });

  it('R§3.1 every minted token is read back', () => {
    const kinds = fc.constantFrom(...(Object.keys(tokenKinds) as TokenKind[])); // the keys of a literal
    const lower = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
      minLength: 8,
      maxLength: 8,
    });
    const letters = fc.string({ unit: fc.constantFrom(...'ABCXYZabcxyz0189'), minLength: 32, maxLength: 64 });
    fc.assert(
      fc.property(kinds, lower, letters, (kind, prefix, own) => {
        expect(parseToken(formatToken(kind, prefix, own))).toEqual({ kind, prefix });
      }),
    );
  });
});

describe('R§3.2 the bearer of a request', () => {
  it.each(['Bearer x', 'bearer x', 'BEARER x', 'bEaReR x', 'Bearer   x', 'Bearer x  '])(
    'R§3.2 %j bears x',
    (header) => {
      expect(bearerToken(header)).toBe('x');
    },
  );

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic x', 'x', 'Bearerx', 'Token x', ' Bearer', 'Bearer\tx'])(
    'I§5.R9 R§3.2 %j bears nothing',
    (header) => {
      expect(bearerToken(header)).toBeUndefined();
    },
  );
});
