import { expect, test } from 'vitest';

import { newFactor, openFactor, sealFactor, shownFactor, stepOf } from './second-factor.ts';

/** The secret of RFC 6238, appendix B, for SHA-1. */
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('R§10.12 the codes are those of RFC 6238, appendix B: at %i s', (seconds, eightDigits) => {
  // The appendix prints eight digits; six are the last of them.
  const code = eightDigits.slice(2);
  const step = Math.floor(seconds / 30);
  expect(stepOf(secret, code, seconds * 1000)).toBe(step);
  // One step to either side, and no further.
  expect(stepOf(secret, code, (step + 1) * 30_000)).toBe(step);
  expect(stepOf(secret, code, step * 30_000 - 1)).toBe(step);
  expect(stepOf(secret, code, (step + 2) * 30_000)).toBeUndefined();
  expect(stepOf(secret, code, (step - 1) * 30_000 - 1)).toBeUndefined();
});

test('R§10.12 a wrong code, and one of another length, is of no step', () => {
  for (const code of ['000000', '94287082', '87082', '', '28708２', '287082\n'])
    expect([code, stepOf(secret, code, 59_000)]).toEqual([code, undefined]);
});

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const [ada, grace] = ['6b1f3a52-58a9-4a4e-9b0c-5d7f5a1c1a11', '0d2f1a52-58a9-4a4e-9b0c-5d7f5a1c1a22'];

test('R§10.12 a sealed secret opens for its person alone, and differs each time', () => {
  const people = { factorKeys: [key(1)] };
  const made = newFactor();
  expect(made).toHaveLength(20);
  const sealed = sealFactor(people, ada, made);
  expect(openFactor(people, ada, sealed)).toEqual({ secret: Buffer.from(made), isNewest: true });
  expect(() => openFactor(people, grace, sealed)).toThrow('no password of DASHBOARD_SECRET');
  expect(sealFactor(people, ada, made)).not.toEqual(sealed);
  expect(Buffer.from(sealed).includes(Buffer.from(made))).toBe(false);
  const changed = sealed.map((byte, at) => (at === 15 ? byte ^ 1 : byte));
  expect(() => openFactor(people, ada, changed)).toThrow('no password of DASHBOARD_SECRET');
});

test('R§10.12 the newest key seals and all open', () => {
  const old = sealFactor({ factorKeys: [key(1)] }, ada, secret);
  const both = { factorKeys: [key(2), key(1)] };
  expect(openFactor(both, ada, old)).toEqual({ secret, isNewest: false });
  expect(openFactor({ factorKeys: [key(2)] }, ada, sealFactor(both, ada, secret))).toEqual({ secret, isNewest: true });
  expect(() => openFactor({ factorKeys: [key(2)] }, ada, old)).toThrow('no password of DASHBOARD_SECRET');
});

test('R§10.12 an authenticator is told the installation, the person and the secret', () => {
  const { uri, secret: typed } = shownFactor(
    secret,
    { dashboardUrl: 'https://goal.example.com' },
    { issuer: 'Goal', email: 'ada+log@example.com' },
  );
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const { searchParams, pathname, protocol, host } = new URL(uri);
  expect([protocol, host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(pathname)).toBe('/Goal (goal.example.com):ada+log@example.com');
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Goal (goal.example.com)',
    secret: typed,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
