import { expect, test } from 'vitest';

import { rotationOf } from './rotation-of.ts';

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
