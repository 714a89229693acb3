import { accountShape, type AccountView } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshDomain, makeEvent, startService, type Account, type TestService } from './harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const me = async (account: Account, token = account.token): Promise<AccountView> =>
  (await account.call('GET', '/me', { token })).as(200, accountShape);
const closed = 'api access requires a paid plan';

test('I§5.R5 I§7 403 api access requires a paid plan R§6.8 R§7.1: the free plan has no account and no read API, and may send', async () => {
  const account = await service.makeAccount();
  const { key: groupKey } = await service.makeGroupKey(account, await service.makeGroup(account));
  const site = await service.makeSite(account);
  await service.setPlan(account, 'free');
  for (const token of [account.token, groupKey]) (await account.call('GET', '/me', { token })).refused(403, closed);
  for (const path of ['/events', '/events/1']) (await site.call('GET', path)).refused(403, closed);
  (await site.call('GET', '/events', { domain: 'other.example' })).refused(403, closed);
  await service.ingest(site, [makeEvent()]);
  await service.setPlan(account, 'starter');
  expect((await me(account)).plan).toBe('starter');
  expect((await site.call('GET', '/events')).body).toMatchObject({ events: [{ site_id: site.id }] });
  await service.setPlan(account, 'free');
  (await site.call('GET', '/events')).refused(403, closed);
});

test('R§3.7 the gate belongs to the door: a free account’s one site and its keys are managed by the operator', async () => {
  const account = await service.makeAccount({ plan: 'free' });
  const site = await service.makeSite(account);
  (
    await service.admin('POST', `/accounts/${account.id}/sites`, {
      body: { domain: freshDomain(), site_url: 'https://example.com' },
    })
  ).refused(409, 'plan site limit reached');
  expect(await service.viewOf(account)).toMatchObject({ plan: 'free', sites: [{ id: site.id, retention_days: 7 }] });
});

test('I§3 false→true I§3 true→false I§4 POST /accounts/{id}/reseller R§4.3: on and off at once, and nothing else changes', async () => {
  const account = await service.makeAccount({ plan: 'starter' });
  const site = await service.makeSite(account);
  await service.ingest(site, [makeEvent()]);
  const before = await service.viewOf(account);
  const limits = { sites: 5, retention_days: 30, keys_per_site: 2 };
  expect(await me(account)).toMatchObject({ is_reseller: false, limits });
  await service.setReseller(account, true);
  expect(await me(account)).toMatchObject({
    plan: 'starter',
    is_reseller: true,
    limits: { sites: -1, retention_days: -1, keys_per_site: -1 },
  });
  expect(await service.viewOf(account)).toEqual({ ...before, is_reseller: true });
  await service.setReseller(account, false);
  expect(await me(account)).toMatchObject({ plan: 'starter', is_reseller: false, limits });
  expect(await service.viewOf(account)).toEqual(before);
  expect((await site.call('GET', '/events')).body).toMatchObject({ events: [{ site_id: site.id }] });
});

test('I§8 Site quota I§3 paused→active: a reseller makes and reactivates sites without a quota; off again, the quota binds and nothing is paused', async () => {
  const account = await service.makeAccount({ plan: 'free', reseller: true });
  const sites = [];
  for (let n = 0; n < 7; n += 1) sites.push(await service.makeSite(account));
  await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [sites[0]?.id]);
  (await account.call('POST', `/sites/${sites[0]?.id}/activate`)).done();
  await service.setReseller(account, false);
  expect((await service.viewOf(account)).sites.map(({ status }) => status)).toEqual(Array<string>(7).fill('active'));
  await service.setPlan(account, 'starter');
  // Seven active sites are over the cap of five: now the plan changed, and the newest two are paused.
  expect((await service.sitesOf(account)).map(({ status }) => status)).toEqual([
    'paused',
    'paused',
    ...Array<string>(5).fill('active'),
  ]);
  (await account.call('POST', '/sites', { body: { domain: freshDomain(), site_url: 'https://example.com' } })).refused(
    409,
    'plan site limit reached',
  );
  (await account.call('POST', `/sites/${sites[6]?.id}/activate`)).refused(409, 'plan site limit reached');
});

test('I§8 Active site keys I§8 Active account keys R§3.6: a reseller has no cap of site keys and account keys; off again, they bind from the next mint on', async () => {
  const account = await service.makeAccount({ reseller: true });
  const site = await service.makeSite(account);
  const mint = () => account.call('POST', `/sites/${site.id}/tokens`);
  for (let n = 0; n < 4; n += 1) expect((await mint()).status).toBe(201);
  for (let n = 0; n < 11; n += 1) await service.makeAccountKey(account);
  await service.setReseller(account, false);
  expect((await service.sitesOf(account, account.token))[0]?.active_token_count).toBe(5);
  (await mint()).refused(409, 'two active keys already — revoke one before minting another');
  (await service.admin('POST', `/accounts/${account.id}/keys`)).refused(
    409,
    'ten active account keys already — revoke one before minting another',
  );
  expect((await site.call('GET', '/events')).status).toBe(200);
});

test('I§5.R5 the gate is lifted for a reseller on the free plan, on the account API and the read API, and back at once', async () => {
  const account = await service.makeAccount({ plan: 'free', reseller: true });
  const site = await service.makeSite(account);
  const group = await service.makeGroup(account);
  const { key: groupKey } = await service.makeGroupKey(account, group);
  for (const token of [account.token, groupKey])
    expect(await me(account, token)).toMatchObject({ plan: 'free', limits: { sites: -1 } });
  expect((await site.call('GET', '/events')).status).toBe(200);
  await service.setReseller(account, false);
  for (const token of [account.token, groupKey]) (await account.call('GET', '/me', { token })).refused(403, closed);
  (await site.call('GET', '/events')).refused(403, closed);
});

test('R§4.2 a plan change never pauses a reseller’s sites, not even down to free', async () => {
  const account = await service.makeAccount({ reseller: true });
  for (let n = 0; n < 6; n += 1) await service.makeSite(account);
  for (const plan of ['starter', 'free', 'pro', 'free']) {
    await service.setPlan(account, plan);
    expect((await me(account)).usage).toEqual({ sites_active: 6, sites_paused: 0, groups: 0 });
  }
  expect(new Set((await service.sitesOf(account)).map((site) => site.retention_days))).toEqual(new Set([7]));
});

test('I§8 Account API rate I§7 429 rate limited: a reseller is exempt on every key and sees no limit; off again, the limit binds at once', async () => {
  const account = await service.makeAccount({ reseller: true });
  const { key: groupKey } = await service.makeGroupKey(account, await service.makeGroup(account));
  for (const token of [account.token, groupKey]) {
    const answers = await Promise.all(Array.from({ length: 80 }, () => account.call('GET', '/me', { token })));
    for (const { status, headers } of answers)
      expect([status, headers['ratelimit'], headers['ratelimit-policy'], headers['retry-after']]).toEqual([
        200,
        undefined,
        undefined,
        undefined,
      ]);
  }
  await service.setReseller(account, false);
  for (const token of [account.token, groupKey]) {
    let granted = 0;
    let answer = await account.call('GET', '/me', { token });
    for (; answer.status === 200; answer = await account.call('GET', '/me', { token })) granted += 1;
    answer.refused(429, 'rate limited');
    expect(granted).toBeGreaterThanOrEqual(30);
  }
});
