import { limits } from '@goal/contract';
import { revokeAdminToken } from '@goal/core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, openServices, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';

// Sessions of operators, which the console's own server begins and ends.

let services: TestServices;
beforeAll(async () => {
  services = await openServices();
});
afterAll(() => services.close());

const visitor = { address: '192.0.2.1', userAgent: undefined };
/** The procedures behind the door of the web apps' own servers. */
const door = () => services.callerOf({ visitor }).entry.operator;
const as = (token: string) => services.callerOf({ authorization: bearer(token) });
const whoIs = (token: string) => as(token).admin.whoami();

test('R§8.b18 a session opens what its token opens, until its sign-out or the end of the token', async () => {
  const { token, prefix } = await services.adminToken('the day desk', 'admin:read');
  const [one, other] = [await door().begin({ token }), await door().begin({ token })];
  expect(one).toMatchObject({ name: 'the day desk', prefix, scope: 'admin:read' });
  expect(one.token).toMatch(/^goal_opse_[a-z0-9]{8}_[A-Za-z0-9]{32}$/);
  expect(await whoIs(one.token)).toEqual(await whoIs(token));
  expect(await sentenceOf(as(one.token).admin.tokens.revoke({ prefix }))).toBe('missing scope: admin:write');

  await door().end({ token: `${one.token.slice(0, -1)}${one.token.endsWith('x') ? 'y' : 'x'}` });
  expect(await whoIs(one.token)).toMatchObject({ prefix });
  await door().end({ token: one.token });
  await door().end({ token: one.token });
  expect(await sentenceOf(whoIs(one.token))).toBe('invalid token');
  expect(await whoIs(other.token)).toMatchObject({ prefix });

  await revokeAdminToken(services.core, { kind: 'cli', name: 'test' }, prefix);
  expect(await sentenceOf(whoIs(other.token))).toBe('invalid token');
  expect(await sentenceOf(door().begin({ token }))).toBe('invalid token');
});

test('R§8.b18 it lasts 12 hours, and its use is a use of its token', async () => {
  const { token, prefix } = await services.adminToken('the late desk', 'admin:write');
  const began = await door().begin({ token });
  const { rows } = await services.core.db.work.query<{ hours: number }>(
    'select extract(epoch from expires_at - created_at)::int / 3600 as hours from operator_session where prefix = $1',
    [began.token.split('_')[2]],
  );
  expect(rows).toEqual([{ hours: 12 }]);
  await services.core.uses.flush();
  await services.core.db.prisma.adminToken.update({ where: { prefix }, data: { lastUsedAt: null } });
  await whoIs(began.token);
  await services.core.uses.flush();
  expect(await services.core.db.prisma.adminToken.findFirst({ where: { prefix } })).toMatchObject({
    lastUsedAt: expect.any(Date),
  });
  await services.core.db.work.query('update operator_session set expires_at = now() where prefix = $1', [
    began.token.split('_')[2],
  ]);
  services.core.db.changes.ended += 1;
  expect(await sentenceOf(whoIs(began.token))).toBe('invalid token');
});

test('R§8.b18 a token has at most 100 live sessions, also when they begin at once: the oldest end', async () => {
  const { token } = await services.adminToken('a busy desk', 'admin:write');
  const { token: other } = await services.adminToken('another desk', 'admin:write');
  const untouched = await door().begin({ token: other });
  const first = await door().begin({ token });
  const { perToken } = limits.operatorSession;
  const began = await Promise.all(Array.from({ length: perToken }, () => door().begin({ token })));
  expect(await sentenceOf(whoIs(first.token))).toBe('invalid token');
  for (const { token: one } of [...began, untouched]) expect(await whoIs(one)).toHaveProperty('prefix');
});

test('R§8.b18 nobody else begins one, and no other kind of token does', async () => {
  const { token } = await services.adminToken('a door', 'admin:write');
  expect(await sentenceOf(services.callerOf({ authorization: bearer(token) }).entry.operator.begin({ token }))).toBe(
    'not found',
  );
  const began = await door().begin({ token });
  for (const wrong of ['', 'x', began.token, `goal_acct_k3v9x2ab_${'x'.repeat(32)}`])
    expect(await sentenceOf(door().begin({ token: wrong }))).toMatch(/^(invalid|missing bearer) token$/);
  for (const wrong of ['', 'x', token]) await door().end({ token: wrong });
  expect(await whoIs(token)).toHaveProperty('prefix');
  expect(await sentenceOf(as(began.token).me.get())).toBe('invalid token');
  expect(await sentenceOf(as(began.token).account.me())).toBe('invalid token');
});
