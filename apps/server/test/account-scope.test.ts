import { randomUUID } from 'node:crypto';

import { accountEventShape, createdSiteShape } from '@goal/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  freshDomain,
  makeEvent,
  sharedService,
  type Account,
  type Group,
  type GroupKey,
  type Site,
} from './harness.ts';
import { accountRoutes, fillPath } from './harness/routes.ts';

// One account: a group with a key and a site, a sibling group with a site, and a site without a
// group. Each site has an event.
const service = await sharedService();
let account: Account;
let one: Group;
let sibling: Group;
let key: GroupKey;
let siblingKey: GroupKey;
let inside: Site;
let beside: Site;
let ungrouped: Site;

beforeAll(async () => {
  account = await service.makeAccount({ reseller: true });
  one = await service.makeGroup(account, { external_ref: 'one' });
  sibling = await service.makeGroup(account);
  key = await service.makeGroupKey(account, one);
  siblingKey = await service.makeGroupKey(account, sibling);
  inside = await service.makeSite(account, { group_id: one.id });
  beside = await service.makeSite(account, { group_id: sibling.id });
  ungrouped = await service.makeSite(account);
  for (const site of [inside, beside, ungrouped]) await service.ingest(site, [makeEvent({ message: site.domain })]);
});

const call = (method: string, path: string, options: object = {}) =>
  service.call(method, `/account${path}`, { token: key.key, ...options });
const messages = async (query: Record<string, string>, token = key.key) =>
  (await service.call('GET', '/account/events', { token, query }))
    .as(200, z.object({ events: z.array(accountEventShape), next_cursor: z.string() }))
    .events.map((event) => event.message);

describe.each(accountRoutes.filter(({ path }) => path.includes('{site}')))(
  '$method $path with a group key',
  ({ method, path, body }) => {
    test('I§4.R5 I§5.R7 I§7 404 not found #3: a site of a sibling group or of no group is 404, byte for byte like an unknown one', async () => {
      const ask = (site: { id: string; prefix: string }) =>
        service.call(method, fillPath(path, { site: site.id, siteKey: site.prefix }), {
          token: key.key,
          body: body?.(),
          ...(method === 'DELETE' ? { query: { confirm: 'true' } } : {}),
        });
      const nobody = await ask({ id: randomUUID(), prefix: 'zzzzzzzz' });
      nobody.refused(404, 'not found');
      for (const site of [beside, ungrouped]) expect((await ask(site)).text).toBe(nobody.text);
      const rows = (await service.sitesOf(account)).filter(({ id }) => id === beside.id || id === ungrouped.id);
      expect(rows).toMatchObject([
        { name: null, active_token_count: 1 },
        { name: null, active_token_count: 1 },
      ]);
    });
  },
);

test('I§4.R5 I§4 GET /sites: a group key lists, creates, renames, reactivates and deletes sites of its group, and manages their keys', async () => {
  expect((await service.sitesOf(account, key.key)).map(({ id }) => id)).toEqual([inside.id]);
  const made = (await call('POST', '/sites', { body: { domain: freshDomain(), site_url: 'https://example.com' } })).as(
    201,
    createdSiteShape,
  );
  const own = `/sites/${made.site_id}`;
  (await call('PATCH', own, { body: { name: 'renamed' } })).done();
  (await call('POST', `${own}/activate`)).done();
  const minted = (await call('POST', `${own}/tokens`)).as(201, z.object({ token: z.string(), prefix: z.string() }));
  expect((await call('GET', `${own}/tokens`)).body).toMatchObject({
    tokens: [{ prefix: minted.prefix }, { prefix: made.prefix }],
  });
  (await call('DELETE', `${own}/tokens/${made.prefix}`)).done();
  expect(await service.sitesOf(account, key.key)).toMatchObject([
    { id: made.site_id, name: 'renamed', group_id: one.id, group_name: one.name, active_token_count: 1 },
    { id: inside.id },
  ]);
  (await call('DELETE', own)).refused(
    400,
    'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
  );
  (await call('DELETE', own, { query: { confirm: 'true' } })).done();
  expect(await service.sitesOf(account, key.key)).toHaveLength(1);
});

test('I§4.R4 R§2.4: with a group key any group_id in a PATCH is 404 and changes nothing, whatever else the body holds', async () => {
  const rows = async () => (await service.sitesOf(account)).filter(({ id }) => id === inside.id);
  const before = await rows();
  for (const group_id of [one.id, sibling.id, null, '', 5, 'x', {}]) {
    for (const name of ['changed', 5, 'x'.repeat(201), undefined])
      (await call('PATCH', `/sites/${inside.id}`, { body: { group_id, name } })).refused(404, 'not found');
  }
  expect(await rows()).toEqual(before);
  // An unreadable body is judged before its fields.
  (await call('PATCH', `/sites/${inside.id}`, { body: '{"group_id":' })).refused(400, 'invalid JSON body');
  (await call('PATCH', `/sites/${inside.id}`, { body: {} })).refused(400, 'name or group_id required');
  (await call('PATCH', `/sites/${beside.id}`, { body: '{' })).refused(404, 'not found');
});

test('I§4.R6 I§4 GET /events I§4 ?group_id I§4 ?site_id R§6.5: a group key reads only events of its own group; anything outside is 404', async () => {
  expect(await messages({})).toEqual([inside.domain]);
  expect(await messages({ group_id: one.id, site_id: inside.id })).toEqual([inside.domain]);
  expect(await messages({ group_id: one.id.toUpperCase() })).toEqual([inside.domain]);
  for (const query of [
    { group_id: sibling.id },
    { site_id: beside.id },
    { site_id: ungrouped.id },
    { group_id: randomUUID() },
    { site_id: 'x' },
    { group_id: one.id, site_id: beside.id },
    { group_id: sibling.id, site_id: inside.id },
    { group_id: '' },
  ]) {
    (await call('GET', '/events', { query })).refused(404, 'not found');
  }
  // With an account key, a site outside the named group is no error and matches nothing
  // (interface.md §4).
  expect(await messages({ group_id: one.id, site_id: beside.id }, account.token)).toEqual([]);
  expect(await messages({ group_id: one.id }, account.token)).toEqual([inside.domain]);
  expect((await messages({}, account.token)).toSorted()).toEqual(
    [inside.domain, beside.domain, ungrouped.domain].toSorted(),
  );
});

test('R§2.5 I§5.R7: a moved site takes its events along at once, for the keys of both groups', async () => {
  const site = await service.makeSite(account, { group_id: one.id });
  await service.ingest(site, [makeEvent({ message: 'moving' })]);
  const seen = async ({ key: token }: GroupKey) => [
    await messages({ q: 'moving' }, token),
    (await service.sitesOf(account, token)).some(({ id }) => id === site.id),
  ];
  expect([await seen(key), await seen(siblingKey)]).toEqual([
    [['moving'], true],
    [[], false],
  ]);
  (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: sibling.id } })).done();
  expect([await seen(key), await seen(siblingKey)]).toEqual([
    [[], false],
    [['moving'], true],
  ]);
  (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: null } })).done();
  expect([await seen(key), await seen(siblingKey)]).toEqual([
    [[], false],
    [[], false],
  ]);
});

test('I§5.R6 a group key may not create, rename or delete groups, nor mint, list or revoke group keys, even its own', async () => {
  for (const [method, path, body] of [
    ['POST', '/groups', { name: 'x' }],
    ['PATCH', `/groups/${one.id}`, { name: 'x' }],
    ['DELETE', `/groups/${one.id}`],
    ['POST', `/groups/${one.id}/keys`, {}],
    ['GET', `/groups/${one.id}/keys`],
    ['DELETE', `/groups/${one.id}/keys/${key.prefix}`],
  ] as const) {
    (await call(method, path, { body })).refused(403, 'account key required');
  }
  expect((await call('GET', '/me')).body).toMatchObject({ group: { id: one.id, name: one.name } });
});
