import { accountShape, type AccountView } from '@goal/contract';
import { describe, expect, test } from 'vitest';

import { sharedService, type Account } from './harness.ts';

const service = await sharedService();

const me = async (account: Account, token = account.token): Promise<AccountView> =>
  (await account.call('GET', '/me', { token })).as(200, accountShape);

test('I§4 GET /me I§5 Account key: an account key gets the account, its plan and its usage, and no group', async () => {
  const account = await service.makeAccount();
  expect((await account.call('GET', '/me', { token: account.token })).body).toEqual({
    account_id: account.id,
    email: account.email,
    plan: 'pro',
    is_reseller: false,
    limits: { sites: 25, retention_days: 90, keys_per_site: 2 },
    usage: { sites_active: 0, sites_paused: 0, groups: 0 },
    key: { prefix: account.prefix, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  });
});

test('I§4 GET /me I§5 Group key: a group key also gets its group, and usage covers only the group’s sites', async () => {
  const account = await service.makeAccount();
  const [one, two, empty] = [
    await service.makeGroup(account),
    await service.makeGroup(account),
    await service.makeGroup(account),
  ];
  await service.makeSite(account, { group_id: one.id });
  await service.makeSite(account, { group_id: one.id });
  await service.makeSite(account, { group_id: two.id });
  await service.revokeSite(await service.makeSite(account, { group_id: one.id }));
  await service.makeSite(account);
  await service.pauseAllButOldest(account);
  expect((await me(account)).usage).toEqual({ sites_active: 1, sites_paused: 3, groups: 3 });
  for (const [group, usage] of [
    [one, { sites_active: 1, sites_paused: 1, groups: 1 }],
    [two, { sites_active: 0, sites_paused: 1, groups: 1 }],
    [empty, { sites_active: 0, sites_paused: 0, groups: 1 }],
  ] as const) {
    const { key, prefix } = await service.makeGroupKey(account, group);
    expect(await me(account, key)).toMatchObject({
      account_id: account.id,
      email: account.email,
      usage,
      group: { id: group.id, name: group.name },
      key: { prefix },
    });
  }
});

test('R§2.5 GET /me follows renames, moves and deletions at once', async () => {
  const account = await service.makeAccount();
  const group = await service.makeGroup(account);
  const { key } = await service.makeGroupKey(account, group);
  const site = await service.makeSite(account);
  (await account.call('PATCH', `/groups/${group.id}`, { body: { name: 'after' } })).done();
  (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: group.id } })).done();
  expect(await me(account, key)).toMatchObject({ group: { name: 'after' }, usage: { sites_active: 1 } });
  (await account.call('DELETE', `/sites/${site.id}`, { query: { confirm: 'true' } })).done();
  expect((await me(account, key)).usage).toEqual({ sites_active: 0, sites_paused: 0, groups: 1 });
  (await account.call('DELETE', `/groups/${group.id}`)).done();
  expect((await me(account)).usage).toEqual({ sites_active: 0, sites_paused: 0, groups: 0 });
});

describe('plans', () => {
  test.each([
    ['R§4 free', 'free', 1, 7],
    ['R§4 starter', 'starter', 5, 30],
    ['R§4 pro', 'pro', 25, 90],
    ['R§4 agency', 'agency', 100, 365],
  ] as const)('%s: the plan has its documented limits and API access', async (_id, plan, sites, retention_days) => {
    const account = await service.makeAccount({ plan });
    const site = await service.makeSite(account);
    expect((await service.viewOf(account)).sites).toMatchObject([{ id: site.id, retention_days }]);
    if (plan === 'free') {
      (await account.call('GET', '/me')).refused(403, 'api access requires a paid plan');
      const body = { domain: 'second.example.net', site_url: 'https://example.com' };
      (await service.admin('POST', `/accounts/${account.id}/sites`, { body })).refused(409, 'plan site limit reached');
    } else {
      expect(await me(account)).toMatchObject({ plan, limits: { sites, retention_days, keys_per_site: 2 } });
    }
  });

  test('R§4 agency: all plans have the documented limits', async () => {
    const { rows } = await service.db.work.query(
      'SELECT slug, sites, retention_days, keys_per_site, api, fair_use_events FROM plan ORDER BY sites',
    );
    expect(rows).toEqual([
      { slug: 'free', sites: 1, retention_days: 7, keys_per_site: 2, api: false, fair_use_events: 10_000 },
      { slug: 'starter', sites: 5, retention_days: 30, keys_per_site: 2, api: true, fair_use_events: 250_000 },
      { slug: 'pro', sites: 25, retention_days: 90, keys_per_site: 2, api: true, fair_use_events: 2_000_000 },
      { slug: 'agency', sites: 100, retention_days: 365, keys_per_site: 2, api: true, fair_use_events: 10_000_000 },
    ]);
  });
});

test('R§4.2 a plan change applies to /me and retention at once; a downgrade pauses the newest active sites, an upgrade reactivates none', async () => {
  const account = await service.makeAccount();
  const sites = [];
  for (let n = 0; n < 7; n += 1) sites.push(await service.makeSite(account));
  const [, second, third] = sites;
  await service.revokeSite({ id: second?.id ?? '' });
  await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [third?.id]);
  const oldestFirst = async () => (await service.sitesOf(account)).map(({ status }) => status).reverse();
  await service.setPlan(account, 'starter');
  expect(await me(account)).toMatchObject({ plan: 'starter', limits: { sites: 5, retention_days: 30 } });
  // Five of the seven are active. Paused and revoked sites do not count and keep their state.
  expect(await oldestFirst()).toEqual(['active', 'revoked', 'paused', 'active', 'active', 'active', 'active']);
  await service.makeSite(await service.makeAccount());
  await service.setPlan(account, 'free');
  await service.setPlan(account, 'agency');
  expect(await oldestFirst()).toEqual(['active', 'revoked', 'paused', 'paused', 'paused', 'paused', 'paused']);
  expect(new Set((await service.sitesOf(account)).map((site) => site.retention_days))).toEqual(new Set([365]));
});
