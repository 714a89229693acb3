import { expect, test } from 'vitest';

import { nextKeyOf, rotationOf } from './rotation-of.ts';

const key = (prefix: string, more: object = {}) => ({
  prefix,
  created_at: `2026-01-0${prefix.length}T08:00:00.000Z`,
  last_used_at: null,
  revoked_at: null,
  ...more,
});
const used = { last_used_at: '2026-01-09T08:00:00.000Z' };
const revoked = { revoked_at: '2026-01-09T08:00:00.000Z' };

test.each([
  ['one key', [key('a')], undefined],
  ['a second one that nothing has used', [key('bb'), key('a', used)], { fresh: 'bb', old: 'a', isUsed: false }],
  ['a second one that was used', [key('a'), key('bb', used)], { fresh: 'bb', old: 'a', isUsed: true }],
  ['an older key that was revoked', [key('bb'), key('a', revoked)], undefined],
  ['one that sends and one that only reads', [key('bb', { access: 'read' }), key('a')], undefined],
  ['a new key that may do less', [key('bb', { access: 'send' }), key('a')], { fresh: 'bb', old: 'a' }],
  ['three, of which two are alike', [key('ccc'), key('bb', { access: 'read' }), key('a')], { fresh: 'ccc', old: 'a' }],
  ['no key', [], undefined],
])('the keys tell which rotation a site is in: %s', (_title, keys, expected) => {
  const found = rotationOf(keys);
  const shown = found && { ...found, fresh: found.fresh.prefix, old: found.old.prefix };
  if (expected === undefined) expect(shown).toBeUndefined();
  else expect(shown).toMatchObject(expected);
});

test.each([
  ['no key', [], 2, undefined, undefined],
  ['one key', [key('a')], 2, 'a', undefined],
  ['one that sends and a newer one that only reads', [key('bb', { access: 'read' }), key('a')], 3, 'a', undefined],
  ['the same without room', [key('bb', { access: 'read' }), key('a', { access: 'send' })], 2, 'a', /^The plan.* bb,/],
  ['the same of a reseller', [key('bb', { access: 'read' }), key('a')], -1, 'a', undefined],
  ['a plan of one key', [key('a')], 1, 'a', /no further key/],
  ['a revoked one', [key('bb', revoked), key('a')], 2, 'a', undefined],
] as const)('R§10.46 a rotation replaces the key that sends, and says why there is no room: %s', (...row) => {
  const [, keys, limit, former, blocked] = row;
  const next = nextKeyOf(keys, limit);
  expect(next.former?.prefix).toBe(former);
  if (blocked === undefined) expect(next.blocked).toBeUndefined();
  else expect(next.blocked).toMatch(blocked);
});
