import {
  accountKeyShape,
  groupKeyShape,
  mintedAccountKeyShape,
  mintedGroupKeyShape,
  mintedSiteKeyShape,
  siteKeyShape,
} from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, type Account } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount();

const siteKeys = async (id: string, of = account) =>
  (await of.call('GET', `/sites/${id}/tokens`)).as(200, z.object({ tokens: z.array(siteKeyShape) })).tokens;
const groupKeys = async (id: string) =>
  (await account.call('GET', `/groups/${id}/keys`)).as(200, z.object({ keys: z.array(groupKeyShape) })).keys;
const accountKeys = async (of: Account) =>
  (await service.admin('GET', `/accounts/${of.id}/keys`)).as(200, z.object({ keys: z.array(accountKeyShape) })).keys;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string; // a matcher, not a text

test('R§3.1 I§5 Site key I§5 Account key I§5 Group key I§5 Admin token: every kind of token has its own word, a prefix and 190 bits of randomness', async () => {
  const site = await service.makeSite(account);
  const group = await service.makeGroupKey(account, await service.makeGroup(account));
  for (const [word, token, prefix] of [
    ['live', site.token, site.prefix],
    ['acct', account.token, account.prefix],
    ['grp', group.key, group.prefix],
    ['admin', service.adminWrite, service.adminWrite.split('_')[2]],
  ] as const) {
    expect(token).toMatch(new RegExp(`^goal_${word}_${prefix}_[A-Za-z0-9]{32,}$`));
    expect(prefix).toMatch(/^[a-z0-9]{8}$/);
  }
});

test('I§4 GET /sites/{id}/tokens I§4 POST /sites/{id}/tokens R§2.7: site keys are site keys are listed newest first, active and revoked, with their times', async () => {
  const site = await service.makeSite(account);
  const minted = (await account.call('POST', `/sites/${site.id}/tokens`)).as(201, mintedSiteKeyShape);
  expect(minted.token).toMatch(new RegExp(`^goal_live_${minted.prefix}_`));
  (await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`)).done();
  expect(await siteKeys(site.id)).toEqual([
    { prefix: minted.prefix, created_at: time, last_used_at: null, revoked_at: null },
    { prefix: site.prefix, created_at: time, last_used_at: null, revoked_at: time },
  ]);
  expect((await service.sitesOf(account)).find(({ id }) => id === site.id)).toMatchObject({ active_token_count: 1 });
  (await site.call('GET', '/events', { token: minted.token })).as(
    200,
    z.object({ events: z.array(z.unknown()), next_cursor: z.string() }),
  );
});

test('I§4 DELETE /sites/{id}/tokens/{prefix} I§3 active→revoked R§3.3 R§3.5: a revoked key stops at once; an unknown, revoked or other site’s prefix is 404', async () => {
  const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
  (await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`)).done();
  for (const method of ['GET', 'POST'])
    (await site.call(method, '/events', method === 'POST' ? { body: makeEvent() } : {})).refused(401, 'invalid token');
  for (const prefix of [
    site.prefix,
    other.prefix,
    other.prefix.toUpperCase(),
    'zzzzzzzz',
    'x',
    '%00',
    '%27',
    'a'.repeat(300),
  ]) {
    (await account.call('DELETE', `/sites/${site.id}/tokens/${prefix}`)).refused(404, 'not found');
  }
  expect((await other.call('GET', '/events')).status).toBe(200);
});

test('I§5.R3 I§8 Active site keys I§7 409 two active keys already: a site has at most two active keys, enough to rotate without a gap', async () => {
  const site = await service.makeSite(account);
  const mint = () => account.call('POST', `/sites/${site.id}/tokens`);
  const second = (await mint()).as(201, mintedSiteKeyShape);
  (await mint()).refused(409, 'two active keys already — revoke one before minting another');
  (await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`)).done();
  (await mint()).as(201, mintedSiteKeyShape);
  (await mint()).refused(409, 'two active keys already — revoke one before minting another');
  expect((await site.call('GET', '/events', { token: second.token })).status).toBe(200);
});

test('R§3.5 the account key lists and revokes a site key that a group key made', async () => {
  const group = await service.makeGroup(account);
  const { key } = await service.makeGroupKey(account, group);
  const site = await service.makeSite(account, { group_id: group.id });
  const minted = (await account.call('POST', `/sites/${site.id}/tokens`, { token: key })).as(201, mintedSiteKeyShape);
  expect((await siteKeys(site.id)).map(({ prefix }) => prefix)).toEqual([minted.prefix, site.prefix]);
  (await account.call('DELETE', `/sites/${site.id}/tokens/${minted.prefix}`)).done();
  (await site.call('GET', '/events', { token: minted.token })).refused(401, 'invalid token');
});

test('I§4 POST /groups/{id}/keys I§4 GET /groups/{id}/keys R§5.4: a new key is 201 with key, prefix and name; the default name is `group key`', async () => {
  const group = await service.makeGroup(account);
  const mint = async (body: unknown) =>
    (await account.call('POST', `/groups/${group.id}/keys`, { body })).as(201, mintedGroupKeyShape);
  const made = [];
  for (const body of [
    undefined,
    '',
    {},
    { name: null },
    { name: ' ' },
    { name: ' deploy ' },
    { name: '😀'.repeat(200) },
  ])
    made.push(await mint(body));
  expect(made.map(({ name }) => name)).toEqual([...Array<string>(5).fill('group key'), 'deploy', '😀'.repeat(200)]);
  expect(await groupKeys(group.id)).toEqual(
    made
      .reverse()
      .map(({ prefix, name }) => ({ prefix, name, created_at: time, last_used_at: null, revoked_at: null })),
  );
  const bad = (name: unknown) => account.call('POST', `/groups/${group.id}/keys`, { body: { name } });
  for (const name of [5, true, {}, []]) (await bad(name)).refused(400, 'name must be a string');
  (await bad('x'.repeat(201))).refused(400, 'name too long');
});

test('I§4 DELETE /groups/{id}/keys/{prefix} I§3 revoked (group key)→revoked I§7 404 not found #4: a key is revoked at once; a second time or through another group is 404', async () => {
  const [group, other] = [await service.makeGroup(account), await service.makeGroup(account)];
  const { key, prefix } = await service.makeGroupKey(account, group);
  const elsewhere = await service.makeGroupKey(account, other);
  expect((await service.call('GET', '/account/me', { token: key })).status).toBe(200);
  (await account.call('DELETE', `/groups/${group.id}/keys/${prefix}`)).done();
  (await service.call('GET', '/account/me', { token: key })).refused(401, 'invalid token');
  for (const one of [prefix, elsewhere.prefix, account.prefix, 'zzzzzzzz', '%00']) {
    (await account.call('DELETE', `/groups/${group.id}/keys/${one}`)).refused(404, 'not found');
  }
  expect(await groupKeys(group.id)).toMatchObject([{ prefix, revoked_at: time }]);
});

test('I§5.R2 I§8 Active group keys I§7 409 ten active group keys already R§3.6: ten per group, independent of other groups and account keys, for resellers too', async () => {
  const reseller = await service.makeAccount({ reseller: true });
  const [group, other] = [await service.makeGroup(reseller), await service.makeGroup(reseller)];
  const mint = (id: string) => reseller.call('POST', `/groups/${id}/keys`);
  const keys = [];
  for (let n = 0; n < 10; n += 1) keys.push((await mint(group.id)).as(201, mintedGroupKeyShape));
  (await mint(group.id)).refused(409, 'ten active group keys already — revoke one before minting another');
  (await mint(other.id)).as(201, mintedGroupKeyShape);
  await service.makeAccountKey(reseller);
  (await reseller.call('DELETE', `/groups/${group.id}/keys/${keys[3]?.prefix}`)).done();
  (await mint(group.id)).as(201, mintedGroupKeyShape);
  (await mint(group.id)).refused(409, 'ten active group keys already — revoke one before minting another');
});

test('I§5.R1 I§8 Active account keys R§3.6 R§8 POST /admin/accounts/{id}/keys: an account has at most ten; an eleventh requires a revocation', async () => {
  const own = await service.makeAccount();
  for (let n = 0; n < 9; n += 1) await service.makeAccountKey(own);
  const mint = () => service.admin('POST', `/accounts/${own.id}/keys`);
  (await mint()).refused(409, 'ten active account keys already — revoke one before minting another');
  (await service.admin('DELETE', `/accounts/${own.id}/keys/${own.prefix}`)).done();
  (await service.call('GET', '/account/me', { token: own.token })).refused(401, 'invalid token');
  const last = (await mint()).as(201, mintedAccountKeyShape);
  (await mint()).refused(409, 'ten active account keys already — revoke one before minting another');
  expect((await service.call('GET', '/account/me', { token: last.key })).status).toBe(200);
});

test('R§8 GET /admin/accounts/{id}/keys R§8 DELETE /admin/accounts/{id}/keys/{prefix}: names are optional and normalized; keys are listed newest first; foreign and revoked prefixes are 404', async () => {
  const own = await service.makeAccount();
  const mint = async (body: unknown) =>
    (await service.admin('POST', `/accounts/${own.id}/keys`, { body })).as(201, mintedAccountKeyShape);
  const made = [];
  for (const body of [undefined, { name: null }, { name: ' ' }, { name: ' ci ' }]) made.push(await mint(body));
  expect(made.map(({ name }) => name)).toEqual([null, null, null, 'ci']);
  expect((await accountKeys(own)).map(({ prefix, name }) => [prefix, name])).toEqual([
    ...made.reverse().map(({ prefix, name }) => [prefix, name]),
    [own.prefix, null],
  ]);
  for (const name of [5, {}, true])
    (await service.admin('POST', `/accounts/${own.id}/keys`, { body: { name } })).refused(400, 'name must be a string');
  (await service.admin('POST', `/accounts/${own.id}/keys`, { body: { name: 'x'.repeat(201) } })).refused(
    400,
    'name too long',
  );
  const revoke = (prefix: string) => service.admin('DELETE', `/accounts/${own.id}/keys/${prefix}`);
  (await revoke(own.prefix)).done();
  for (const prefix of [own.prefix, account.prefix, 'zzzzzzzz']) (await revoke(prefix)).refused(404, 'not found');
  expect((await accountKeys(own)).at(-1)).toMatchObject({ prefix: own.prefix, revoked_at: time });
});

inAllRun(() => {
  test('R§3.4 every kind of key shows its last use within a minute, without a write per request', async () => {
    const own = await service.makeAccount();
    const site = await service.makeSite(own);
    const group = await service.makeGroup(own);
    const groupKey = await service.makeGroupKey(own, group);
    const before = Date.now();
    expect((await site.call('GET', '/events')).status).toBe(200);
    expect((await service.call('GET', '/account/me', { token: groupKey.key })).status).toBe(200);
    const written = async () =>
      (
        await service.db.work.query<{ at: Date | null }>('SELECT last_used_at AS at FROM site_key WHERE prefix = $1', [
          site.prefix,
        ])
      ).rows;
    expect(await written()).toEqual([{ at: null }]);
    // The service writes on its own, well within the minute.
    await expect.poll(written, { interval: 500 }).not.toEqual([{ at: null }]);
    const lists = [
      await siteKeys(site.id, own),
      await accountKeys(own),
      (await own.call('GET', `/groups/${group.id}/keys`)).as(200, z.object({ keys: z.array(groupKeyShape) })).keys,
    ];
    for (const [key] of lists) {
      expect(Date.parse(key?.last_used_at ?? '')).toBeGreaterThan(before - 1000);
      expect(Date.parse(key?.last_used_at ?? '')).toBeLessThan(Date.now() + 1000);
    }
  });
});

test('R§3.2 I§7 401 varies I§5.R9: `Bearer` is case-insensitive; an almost correct token is refused', async () => {
  const { token } = account;
  const me = (authorization: string) =>
    service.call('GET', '/account/me', { headers: { Authorization: authorization } });
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
    expect((await me(`${scheme} ${token}`)).status).toBe(200);
  for (const header of ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwdw==', token, `Token ${token}`])
    (await me(header)).refused(401, 'missing bearer token');
  const swapped = token.replace('goal_acct_', 'goal_grp_');
  for (const wrong of [
    token.slice(0, -1),
    `${token}a`,
    token.toUpperCase(),
    ` x${token}`,
    swapped,
    `${token} ${token}`,
    `"${token}"`,
    'a'.repeat(5000),
  ])
    (await me(`Bearer ${wrong}`)).refused(401, 'invalid token');
  (
    await service.call('GET', '/account/me', {
      query: { token, access_token: token },
      headers: { Cookie: `token=${token}` },
    })
  ).refused(401, 'missing bearer token');
});
