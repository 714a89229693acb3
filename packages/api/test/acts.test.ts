import { randomUUID } from 'node:crypto';

import { forgetActs } from '@goal/core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// A page asks what became of a change whose answer it lost (rulings §10.52).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const unknown = { state: 'unknown', action: null, ids: {} };
/** The procedures of somebody whose page gives the change this id. */
const doing = (credential: Credential, actId?: string) =>
  services.callerOf({ ...credential, ...(actId === undefined ? {} : { actId }) });

test('R§10.52 an act that was done tells its action and ids to the same person or token alone', async () => {
  const account = await makeAccount(services, operator, 'agency');
  const [owner, other] = [
    await signIn(services, account, { role: 'owner' }),
    await signIn(services, account, { role: 'owner' }),
  ];
  const id = randomUUID();
  expect(await doing(owner).dashboard.act({ id })).toEqual(unknown);
  const made = await doing(owner, id).dashboard.groups.create({ name: 'Clients' });
  const told = { state: 'done', action: 'group.create', ids: { account_id: account.id, group_id: made.id } };
  expect(await doing(owner).dashboard.act({ id })).toEqual(told);
  expect(await doing(owner).me.act({ id: id.toUpperCase() })).toEqual(told);
  expect(await doing(other).dashboard.act({ id })).toEqual(unknown);
  expect(await doing(operator).admin.act({ id })).toEqual(unknown);

  const operatorAct = randomUUID();
  await doing(operator, operatorAct).admin.accounts.setReseller({ id: account.id, enabled: true });
  expect(await doing(operator).admin.act({ id: operatorAct })).toMatchObject({
    state: 'done',
    ids: { account_id: account.id },
  });
  const { token } = await services.adminToken('another desk', 'admin:write');
  expect(await doing({ authorization: bearer(token) }).admin.act({ id: operatorAct })).toEqual(unknown);
  for (const wrong of ['', 'x', randomUUID()]) expect(await doing(owner).me.act({ id: wrong })).toEqual(unknown);
});

test('R§10.52 what records no action and what changes nothing is known as well', async () => {
  const owner = await signIn(services, await makeAccount(services, operator, 'agency'), { role: 'owner' });
  const acts: ((actId: string) => Promise<unknown>)[] = [
    (actId) => doing(owner, actId).me.rename({ name: 'Jo' }),
    (actId) => doing(owner, actId).me.rename({ name: 'Jo' }),
    (actId) => doing(owner, actId).me.mails.set({ muted_mails: [] }),
    (actId) => doing(owner, actId).me.sessions.endOthers(),
    (actId) => doing(owner, actId).dashboard.views.save({ name: 'Mine', query: '' }),
  ];
  for (const act of acts) {
    const id = randomUUID();
    await act(id);
    expect(await doing(owner).me.act({ id })).toMatchObject({ state: 'done', action: null });
  }
});

test('R§10.52 an act is done at most once, also by many requests at the same moment; a refused one is not done', async () => {
  const owner = await signIn(services, await makeAccount(services, operator, 'agency'), { role: 'owner' });
  const again = 'this act was done already';
  const refused = randomUUID();
  await doing(owner).dashboard.groups.create({ name: 'Taken' });
  expect(await sentenceOf(doing(owner, refused).dashboard.groups.create({ name: 'Taken' }))).toBe(
    'group name already exists',
  );
  expect(await doing(owner).dashboard.act({ id: refused })).toEqual(unknown);

  const id = randomUUID();
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => doing(owner, id).dashboard.groups.create({ name: `Group ${n}` })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { groups } = await doing(owner).dashboard.groups.names({});
  expect(groups.filter(({ name }) => name.startsWith('Group '))).toHaveLength(1);
  expect(await sentenceOf(doing(owner, id).dashboard.groups.create({ name: 'Another' }))).toBe(again);
  expect(await sentenceOf(doing(owner, id).me.rename({ name: 'Ju' }))).toBe(again);
  const other = await signIn(services, { id: owner.accountId ?? '' }, { role: 'owner' });
  expect(await sentenceOf(doing(other, id).me.rename({ name: 'Ju' }))).toBe(again);
});

test('R§10.52 an act is kept for a day', async () => {
  const owner = await signIn(services, await makeAccount(services, operator, 'agency'), { role: 'owner' });
  const [kept, old] = [randomUUID(), randomUUID()];
  for (const id of [kept, old]) await doing(owner, id).me.rename({ name: id });
  await services.core.db.work.query(`update act set done_at = done_at - interval '24 hours' where id = $1`, [old]);
  await forgetActs(services.core);
  expect(await doing(owner).me.act({ id: kept })).toMatchObject({ state: 'done' });
  expect(await doing(owner).me.act({ id: old })).toEqual(unknown);
});
