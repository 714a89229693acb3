import { randomUUID } from 'node:crypto';

import { actionShape, createdHoldShape, holdsShape } from '@goal/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, type Account } from './harness.ts';

const service = await sharedService();

const setHold = async (account: Account, body: object = { reason: 'case 4711' }): Promise<string> =>
  (await account.call('POST', '/holds', { body })).as(201, createdHoldShape).id;
const holdsOf = async (account: Account) => (await account.call('GET', '/holds')).as(200, holdsShape).holds;
const deleteSite = (account: Account, id: string) => account.call('DELETE', `/sites/${id}?confirm=true`);

test('R§13.6 a hold of a site keeps it from being deleted at every door until it ends, and is judged last', async () => {
  const account = await service.makeAccount();
  const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
  const id = await setHold(account, { reason: '  case 4711 ', site_id: site.id.toUpperCase() });
  expect(await holdsOf(account)).toEqual([
    {
      id,
      site_id: site.id,
      reason: 'case 4711',
      by: account.prefix,
      created_at: expect.any(String) as string,
      ended_at: null,
    },
  ]);
  (await deleteSite(account, site.id)).refused(409, 'on legal hold');
  (await account.call('DELETE', `/sites/${site.id}`)).refused(
    400,
    'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
  );
  (await deleteSite(account, randomUUID())).refused(404, 'not found');
  (await service.admin('DELETE', `/sites/${site.id}?confirm=true`)).refused(409, 'on legal hold');
  (await service.admin('DELETE', `/accounts/${account.id}?confirm=true`)).refused(409, 'on legal hold');
  (await deleteSite(account, other.id)).done();
  await service.ingest(site, [makeEvent()]);
  (await account.call('DELETE', `/holds/${id}`)).done();
  (await account.call('DELETE', `/holds/${id}`)).refused(404, 'not found');
  (await deleteSite(account, site.id)).done();
  expect(await holdsOf(account)).toMatchObject([{ id, site_id: site.id, ended_at: expect.any(String) as string }]);
  (await service.admin('DELETE', `/accounts/${account.id}?confirm=true`)).done();
});

test('R§13.6 the fields of a hold are judged in their order, a foreign site is not found, and a group key is refused', async () => {
  const [account, another] = [await service.makeAccount(), await service.makeAccount()];
  const foreign = await service.makeSite(another);
  for (const [body, sentence] of [
    [{}, 'reason required'],
    [{ reason: null }, 'reason required'],
    [{ reason: '  ', site_id: foreign.id }, 'reason required'],
    [{ reason: 7 }, 'reason must be a string'],
    [{ reason: '😀'.repeat(501) }, 'reason too long'],
  ] as const)
    (await account.call('POST', '/holds', { body })).refused(400, sentence);
  for (const site_id of [foreign.id, randomUUID(), 7, {}, ''])
    (await account.call('POST', '/holds', { body: { reason: '😀'.repeat(500), site_id } })).refused(404, 'not found');
  const group = await service.makeGroupKey(account, await service.makeGroup(account));
  for (const method of ['GET', 'POST'])
    (await account.call(method, '/holds', { token: group.key })).refused(403, 'account key required');
  const { key } = await service.makeAccountKey(account, { access: 'read' });
  (await account.call('GET', '/holds', { token: key })).as(200, holdsShape);
  (await account.call('POST', '/holds', { token: key })).refused(403, 'read-only key');
  const id = await setHold(another);
  (await account.call('DELETE', `/holds/${id}`)).refused(404, 'not found');
});

test('R§13.6 what an operator sets is the provider’s to a customer, without its reason, and only an operator ends it', async () => {
  const account = await service.makeAccount();
  const path = `/accounts/${account.id}/holds`;
  const before = (await service.admin('GET', `/accounts/${account.id}`)).body as object;
  expect(Object.keys(before)).not.toContain('holds');
  const own = await setHold(account, { reason: 'ours' });
  const { id } = (await service.admin('POST', path, { body: { reason: 'subpoena 12' } })).as(201, createdHoldShape);
  const { holds } = (await service.admin('GET', path)).as(200, holdsShape);
  expect(holds).toMatchObject([
    { id, reason: 'subpoena 12', by: expect.not.stringContaining('provider') as string },
    { id: own, reason: 'ours', by: account.prefix },
  ]);
  expect((await service.admin('GET', `/accounts/${account.id}`)).body).toMatchObject({ holds });
  expect(await holdsOf(account)).toMatchObject([{ id, reason: null, by: 'the provider' }, { id: own }]);
  (await account.call('DELETE', `/holds/${id}`)).refused(409, 'set by the provider');
  (await service.admin('DELETE', `${path}/${id}`, { query: { reason: 'settled' } })).done();
  (await service.admin('DELETE', `${path}/${id}`)).refused(404, 'not found');
  (await service.admin('DELETE', `${path}/${own}`)).done();
  const page = z.object({ actions: z.array(actionShape), next_cursor: z.string() });
  const { actions } = (await service.admin('GET', '/actions', { query: { account_id: account.id } })).as(200, page);
  expect(actions.slice(0, 4).map(({ action, actor_kind, detail }) => [action, actor_kind, detail])).toEqual([
    ['hold.end', 'operator', { hold: own, of: 'account' }],
    ['hold.end', 'operator', { hold: id, of: 'account', reason: 'settled' }],
    ['hold.begin', 'operator', { hold: id, of: 'account', reason: 'subpoena 12' }],
    ['hold.begin', 'account_key', { hold: own, of: 'account', reason: 'ours' }],
  ]);
});

test('R§13.6 twenty at once leave exactly a hundred holds, and one that ends makes room for one', async () => {
  const account = await service.makeAccount({ reseller: true });
  await service.db.work.query(
    `insert into legal_hold (account_no, reason, actor_kind, actor)
     select no, 'case', 'account_key', 'x' from account cross join generate_series(1, 90) where id = $1`,
    [account.id],
  );
  const post = () => account.call('POST', '/holds', { body: { reason: 'one more' } });
  const answers = await Promise.all(Array.from({ length: 20 }, post));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  for (const answer of answers.filter(({ status }) => status !== 201))
    answer.refused(409, 'a hundred holds already — end one before setting another');
  const [newest] = await holdsOf(account);
  (await account.call('DELETE', `/holds/${newest?.id}`)).done();
  (await post()).as(201, createdHoldShape);
});
