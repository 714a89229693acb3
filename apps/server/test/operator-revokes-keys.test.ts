import { randomUUID } from 'node:crypto';

import { actionShape, groupKeyShape, mintedSiteKeyShape, siteKeyShape } from '@goal/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, type Answer } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount();
const group = await service.makeGroup(account);
const stranger = await service.makeAccount();
const strangersGroup = await service.makeGroup(stranger);

const time = expect.any(String) as string;
const read = (path: string): Promise<Answer> => service.admin('GET', path, { token: service.adminRead });
const groupKeysOf = async (owner: { id: string }, { id }: { id: string }) =>
  (await read(`/accounts/${owner.id}/groups/${id}/keys`)).as(200, z.object({ keys: z.array(groupKeyShape) })).keys;
const siteKeysOf = async ({ id }: { id: string }) =>
  (await read(`/sites/${id}/keys`)).as(200, z.object({ keys: z.array(siteKeyShape) })).keys;
const revokeOfSite = (site: { id: string }, prefix: string): Promise<Answer> =>
  service.admin('DELETE', `/sites/${site.id}/keys/${prefix}`);
const revokeOfGroup = (owner: { id: string }, { id }: { id: string }, prefix: string): Promise<Answer> =>
  service.admin('DELETE', `/accounts/${owner.id}/groups/${id}/keys/${prefix}`);
const newestAction = async () =>
  (await service.admin('GET', '/actions', { query: { account_id: account.id, limit: 1 } })).as(
    200,
    z.object({ actions: z.array(actionShape), next_cursor: z.string() }),
  ).actions[0];

test('R§8 DELETE /admin/sites/{id}/keys/{prefix} R§8.b7 R§2.5: the key stops at once, its sibling continues, and the record names the operator', async () => {
  const site = await service.makeSite(account);
  const sibling = (await account.call('POST', `/sites/${site.id}/tokens`)).as(201, mintedSiteKeyShape);
  const send = (token: string) =>
    service.call('POST', '/events', { token, domain: site.domain, body: makeEvent({ message: 'sent' }) });
  expect((await send(site.token)).status).toBe(200);
  (await revokeOfSite(site, site.prefix)).done();
  (await send(site.token)).refused(401, 'invalid token');
  (await service.call('GET', '/events', { token: site.token, domain: site.domain })).refused(401, 'invalid token');
  expect((await send(sibling.token)).status).toBe(200);
  expect(await siteKeysOf(site)).toMatchObject([
    { prefix: sibling.prefix, revoked_at: null },
    { prefix: site.prefix, revoked_at: time },
  ]);
  expect(await newestAction()).toMatchObject({
    actor_kind: 'operator',
    actor: 'writer',
    action: 'site_key.revoke',
    account_id: account.id,
    site_id: site.id,
    detail: { prefix: site.prefix },
  });
});

test('R§8 GET /admin/accounts/{id}/groups/{group_id}/keys: the list equals the customer’s, newest first, on any plan', async () => {
  const own = await service.makeGroup(account);
  expect(await groupKeysOf(account, own)).toEqual([]);
  const made = [await service.makeGroupKey(account, own), await service.makeGroupKey(account, own, { name: 'crm' })];
  expect(await groupKeysOf(account, own)).toEqual(
    made
      .toReversed()
      .map(({ prefix, name }) => ({ prefix, name, created_at: time, last_used_at: null, revoked_at: null })),
  );
  expect(await groupKeysOf({ id: account.id.toUpperCase() }, { id: own.id.toUpperCase() })).toEqual(
    (await account.call('GET', `/groups/${own.id}/keys`)).as(200, z.object({ keys: z.array(groupKeyShape) })).keys,
  );
  expect((await read(`/accounts/${account.id}/groups/${own.id}/keys`)).text).not.toContain('goal_grp_');
});

test('R§8 DELETE /admin/accounts/{id}/groups/{group_id}/keys/{prefix} R§8.b7 R§2.5: the key stops at once, its sibling continues, and the record names the operator', async () => {
  const own = await service.makeGroup(account);
  const [leaked, sibling] = [await service.makeGroupKey(account, own), await service.makeGroupKey(account, own)];
  const me = (token: string) => service.call('GET', '/account/me', { token });
  expect((await me(leaked.key)).status).toBe(200);
  (await revokeOfGroup(account, own, leaked.prefix)).done();
  (await me(leaked.key)).refused(401, 'invalid token');
  expect((await me(sibling.key)).status).toBe(200);
  expect(await groupKeysOf(account, own)).toMatchObject([
    { prefix: sibling.prefix, revoked_at: null },
    { prefix: leaked.prefix, revoked_at: time },
  ]);
  expect(await newestAction()).toMatchObject({
    actor_kind: 'operator',
    actor: 'writer',
    action: 'group_key.revoke',
    account_id: account.id,
    site_id: null,
    detail: { group_id: own.id, prefix: leaked.prefix },
  });
});

test('R§8.b7 I§7 404 not found #4 R§3.5: unknown, foreign, revoked and malformed ids give byte-equal answers, and revoke nothing', async () => {
  const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
  const key = await service.makeGroupKey(account, group);
  const foreignKey = await service.makeGroupKey(stranger, strangersGroup);
  const foreignSite = await service.makeSite(stranger);
  const revoked = await service.makeGroupKey(account, group);
  (await revokeOfGroup(account, group, revoked.prefix)).done();
  const minted = await account.call('POST', `/sites/${site.id}/tokens`);
  const { prefix: revokedOfSite } = minted.as(201, mintedSiteKeyShape);
  (await revokeOfSite(site, revokedOfSite)).done();
  const before = await newestAction();
  const answers = [
    ...(await Promise.all(
      ['zzzzzzzz', '%00', 'x', revokedOfSite, other.prefix, foreignSite.prefix, key.prefix, account.prefix].map((one) =>
        revokeOfSite(site, one),
      ),
    )),
    await revokeOfSite({ id: randomUUID() }, site.prefix),
    await revokeOfSite({ id: 'x' }, site.prefix),
    ...(await Promise.all(
      ['zzzzzzzz', '%00', 'x', revoked.prefix, foreignKey.prefix, site.prefix, account.prefix].map((one) =>
        revokeOfGroup(account, group, one),
      ),
    )),
    await revokeOfGroup(account, strangersGroup, foreignKey.prefix),
    await revokeOfGroup(stranger, group, key.prefix),
    await revokeOfGroup(account, { id: randomUUID() }, key.prefix),
    await revokeOfGroup(account, { id: 'x' }, key.prefix),
    await revokeOfGroup({ id: randomUUID() }, group, key.prefix),
    await revokeOfGroup({ id: 'x' }, group, key.prefix),
    await read(`/accounts/${account.id}/groups/${strangersGroup.id}/keys`),
    await read(`/accounts/${account.id}/groups/${randomUUID()}/keys`),
    await read(`/accounts/${account.id}/groups/x/keys`),
    await read(`/accounts/${randomUUID()}/groups/${group.id}/keys`),
  ];
  for (const answer of answers) {
    answer.refused(404, 'not found');
    expect(answer.text).toBe('{"error":"not found"}');
  }
  expect(await newestAction()).toEqual(before);
  const active = (keys: { prefix: string; revoked_at: string | null }[]) =>
    keys.filter(({ revoked_at }) => revoked_at === null).map(({ prefix }) => prefix);
  expect(active(await siteKeysOf(site))).toEqual([site.prefix]);
  expect(active(await siteKeysOf(other))).toEqual([other.prefix]);
  expect(active(await siteKeysOf(foreignSite))).toEqual([foreignSite.prefix]);
  expect(active(await groupKeysOf(account, group))).toEqual([key.prefix]);
  expect(active(await groupKeysOf(stranger, strangersGroup))).toEqual([foreignKey.prefix]);
});

test('R§8.b7 R§3.7: the operator also revokes keys of a free account, whose own call is 403, and of a paused or revoked site', async () => {
  const poor = await service.makeAccount();
  const folder = await service.makeGroup(poor);
  const key = await service.makeGroupKey(poor, folder);
  const site = await service.makeSite(poor);
  await service.setPlan(poor, 'free');
  await service.revokeSite(site);
  (await poor.call('DELETE', `/groups/${folder.id}/keys/${key.prefix}`)).refused(
    403,
    'api access requires a paid plan',
  );
  (await revokeOfGroup(poor, folder, key.prefix)).done();
  (await revokeOfSite(site, site.prefix)).done();
  (await service.call('GET', '/account/me', { token: key.key })).refused(401, 'invalid token');
  (await site.call('GET', '/events')).refused(401, 'invalid token');
});

test('I§5.R8 R§8.b7: a read-only token revokes nothing', async () => {
  const site = await service.makeSite(account);
  const key = await service.makeGroupKey(account, group);
  for (const path of [
    `/sites/${site.id}/keys/${site.prefix}`,
    `/accounts/${account.id}/groups/${group.id}/keys/${key.prefix}`,
  ])
    (await service.admin('DELETE', path, { token: service.adminRead })).refused(403, 'missing scope: admin:write');
  expect((await site.call('GET', '/events')).status).toBe(200);
  expect((await service.call('GET', '/account/me', { token: key.key })).status).toBe(200);
});
