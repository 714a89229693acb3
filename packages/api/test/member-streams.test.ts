import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// Streams that members make (rulings §15.12).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const paid = 'api access requires a paid plan';
const sink = { type: 'webhook', url: 'https://hooks.invalid/goal' };

test('R§15.12 R§15.8 on a free account a member makes alerts by mail, and making, moving or trying another sink wants a paid plan', async () => {
  const account = await makeAccount(services, operator, 'free');
  const owner = await signIn(services, account, { role: 'owner' });
  const { streams, members } = services.callerOf(owner).dashboard;
  const [me] = (await members.list()).members;
  const alert = await streams.alert({ name: 'Alert', to: [me?.id], filters: { severity: ['critical'] } });
  expect(alert).toMatchObject({ name: 'Alert', secret: null });
  expect(await streams.get({ id: alert.id })).toMatchObject({
    sink: { type: 'mail', to: [me?.id] },
    filters: { severity: ['critical'] },
    status: 'active',
  });
  expect(await sentenceOf(streams.create({ name: 'Program', sink }))).toBe(paid);
  expect(await sentenceOf(streams.update({ id: alert.id, sink }))).toBe(paid);
  expect(await sentenceOf(streams.alert({ name: 'Alert', to: null }))).toBe('stream name already exists');
  expect(await sentenceOf(streams.alert({ name: 'Other', to: [crypto.randomUUID()] }))).toBe('not found');
  expect(await sentenceOf(streams.alert({ name: 'Other', to: null, filters: { sevrity: 'high' } }))).toBe(
    'invalid filters',
  );
  // A stream that the account had before a downgrade.
  const { prisma } = services.core.db;
  await prisma.stream.update({ where: { id: alert.id }, data: { sink, byMember: false } });
  expect(await sentenceOf(streams.test({ id: alert.id }))).toBe(paid);
  await streams.update({ id: alert.id, sink: { type: 'mail', to: null } });
  expect(await prisma.stream.findFirst({ where: { id: alert.id }, select: { byMember: true } })).toEqual({
    byMember: true,
  });
  // No mail server answers here, and the twenty-first test of an hour asks nobody.
  for (let n = 0; n < 20; n++)
    expect(await streams.test({ id: alert.id })).toMatchObject({ ok: false, error: 'the service has no mail server' });
  expect(await sentenceOf(streams.test({ id: alert.id }))).toBe('rate limited');
});

test('R§15.12 R§10.5 streams of another account are 404 at each procedure, whatever is asked', async () => {
  const [own, other] = [await makeAccount(services, operator, 'pro'), await makeAccount(services, operator, 'pro')];
  const { streams } = services.callerOf(await signIn(services, own, { role: 'owner' })).dashboard;
  const theirs = services.callerOf(await signIn(services, other, { role: 'owner' })).dashboard.streams;
  const { id, secret } = await theirs.create({ name: 'Theirs', sink });
  expect(secret).toMatch(/^whsec_/);
  const calls = [
    () => streams.get({ id }),
    () => streams.update({ id, name: '' }),
    () => streams.delete({ id }),
    () => streams.pause({ id }),
    () => streams.resume({ id }),
    () => streams.test({ id }),
    () => streams.replay({ id, from: 'oldest' }),
    () => streams.rotateSecret({ id }),
    () => streams.deliveries({ id }),
    () => streams.setAside({ id }),
    () => streams.retrySetAside({ id }),
  ];
  for (const call of calls) expect(await sentenceOf(call())).toBe('not found');
  expect((await streams.list()).streams).toEqual([]);
  expect((await theirs.list()).streams).toMatchObject([{ id, status: 'active', name: 'Theirs' }]);
});
