import { createdSiteShape, ingestResultShape } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshDomain, makeEvent, startService, type TestService } from './harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const statusOf = async (account: { id: string }, id: string) =>
  (await service.viewOf(account)).sites.find((site) => site.id === id)?.status;

test('R§8 POST /admin/accounts/{id}/sites: an operator registers a site as the customer does, without the gate; domain, group and quota rules hold', async () => {
  const account = await service.makeAccount({ plan: 'free' });
  const domain = freshDomain();
  const post = (body: object) =>
    service.admin('POST', `/accounts/${account.id}/sites`, { body: { site_url: 'https://example.com', ...body } });
  (await post({ domain: 'x' })).refused(400, 'invalid domain');
  const foreign = await service.makeGroup(await service.makeAccount());
  (await post({ domain, group_id: foreign.id })).refused(404, 'not found');
  const made = (await post({ domain, name: ' Shop ' })).as(201, createdSiteShape);
  expect((await service.viewOf(account)).sites).toMatchObject([{ id: made.site_id, name: 'Shop', status: 'active' }]);
  (await post({ domain })).refused(409, 'site already registered');
  (await post({ domain: freshDomain() })).refused(409, 'plan site limit reached');
  (await service.call('POST', '/events', { token: made.token, domain, body: makeEvent() })).as(200, ingestResultShape);
});

test('R§8 POST /admin/sites/{id}/revoke R§8 POST /admin/sites/{id}/restore R§4.4: a site is revoked from any state, restored to paused, and activated within the quota', async () => {
  const account = await service.makeAccount({ plan: 'starter' });
  const [first, second] = [await service.makeSite(account), await service.makeSite(account)];
  await service.pauseAllButOldest(account, 'starter');
  for (const { id } of [first, second]) {
    (await service.admin('POST', `/sites/${id}/restore`)).refused(409, 'site is not revoked');
    for (let n = 0; n < 2; n += 1) (await service.admin('POST', `/sites/${id}/revoke`)).done();
    expect(await statusOf(account, id)).toBe('revoked');
    (await service.admin('POST', `/sites/${id.toUpperCase()}/restore`)).done();
    expect(await statusOf(account, id)).toBe('paused');
    (await service.admin('POST', `/sites/${id}/restore`)).refused(409, 'site is not revoked');
  }
  (await account.call('POST', `/sites/${second.id}/activate`)).done();
  await service.ingest(second, [makeEvent()]);
});

test('R§8 PATCH /admin/sites/{id} R§8.b6: the rate is a whole number of requests a second from 1 to 1,000', async () => {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const patch = (body: unknown) => service.admin('PATCH', `/sites/${site.id}`, { body });
  for (const value of [0, -1, 1001, 1.5, 1e21, '20', true, null, [], {}, undefined])
    (await patch({ rate_limit_rps: value })).refused(400, 'invalid rate_limit_rps');
  (await patch(undefined)).refused(400, 'invalid rate_limit_rps');
  for (const value of [1, 1000, 20]) {
    (await patch({ rate_limit_rps: value, name: 'x', status: 'revoked' })).done();
    expect((await service.viewOf(account)).sites).toMatchObject([
      { rate_limit_rps: value, name: null, status: 'active' },
    ]);
    expect((await site.call('GET', '/events')).headers['ratelimit-policy']).toBe(`"read";q=${value * 3};w=3`);
  }
});

test('R§8 DELETE /admin/sites/{id}?confirm=true: it requires confirmation, then deletes as the customer’s deletion does', async () => {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const remove = (query: Record<string, string>) => service.admin('DELETE', `/sites/${site.id}`, { query });
  const unconfirmed: Record<string, string>[] = [{}, { confirm: 'yes' }];
  for (const query of unconfirmed)
    (await remove(query)).refused(
      400,
      'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
    );
  (await remove({ confirm: 'true' })).done();
  expect((await service.viewOf(account)).sites).toEqual([]);
  (await site.call('GET', '/events')).refused(401, 'invalid token');
  (await remove({ confirm: 'true' })).refused(404, 'not found');
  await service.makeSite(account, { domain: site.domain });
});

test('R§8 POST /admin/accounts/{id}/plan R§4.2: every documented plan is accepted and no other; the current plan changes nothing', async () => {
  const account = await service.makeAccount({ plan: 'free' });
  const site = await service.makeSite(account);
  const set = (plan: unknown) => service.admin('POST', `/accounts/${account.id}/plan`, { body: { plan } });
  for (const plan of ['gold', '', ' pro', 'PRO', null, undefined]) (await set(plan)).refused(400, 'unknown plan');
  for (const plan of [5, true, [], {}]) (await set(plan)).refused(400, 'plan must be a string');
  for (const [plan, days] of [
    ['starter', 30],
    ['pro', 90],
    ['agency', 365],
    ['agency', 365],
    ['free', 7],
  ] as const) {
    (await set(plan)).done();
    expect(await service.viewOf(account)).toMatchObject({
      plan,
      sites: [{ id: site.id, retention_days: days, status: 'active' }],
    });
  }
});

test('R§9.2 each shortening of retention is kept with its time and former value, also at the end of the reseller flag', async () => {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const cuts = async () =>
    (
      await service.db.work.query<{ days: number | null }>(
        'SELECT former_days AS days FROM retention_cut c JOIN site s ON s.no = c.site_no WHERE s.id = $1 ORDER BY c.no',
        [site.id],
      )
    ).rows.map(({ days }) => days);
  await service.setPlan(account, 'agency');
  expect(await cuts()).toEqual([]);
  await service.setPlan(account, 'starter');
  await service.setReseller(account, true);
  await service.setReseller(account, false);
  await service.setPlan(account, 'free');
  expect(await cuts()).toEqual([365, null, 30]);
});

test('R§8.b1 I§4 POST /accounts/{id}/reseller: `enabled` must be a boolean', async () => {
  const account = await service.makeAccount();
  const set = (body: unknown) => service.admin('POST', `/accounts/${account.id}/reseller`, { body });
  for (const enabled of ['true', 1, 0, null, undefined, [], {}])
    (await set({ enabled })).refused(400, 'enabled must be a boolean');
  (await set(undefined)).refused(400, 'enabled must be a boolean');
  expect((await service.viewOf(account)).is_reseller).toBe(false);
});

test('R§8.b2 operators see counts and times, never the contents of an event', async () => {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const words = {
    message: 'm-e-s-s-a-g-e',
    username: 'u-s-e-r',
    user_agent: 'a-g-e-n-t',
    session_id: 's-e-s-s',
    object: 'o-b-j',
    event_type: 't-y-p-e',
    post_type: 'p-o-s-t',
  };
  await service.ingest(site, [makeEvent(words)]);
  await service.restart();
  const paths = [
    '/accounts',
    `/accounts/${account.id}`,
    `/accounts/${account.id}/arrivals`,
    `/accounts/${account.id}/keys`,
    '/actions',
  ];
  const answers = await Promise.all(paths.map(async (path) => (await service.admin('GET', path)).text));
  for (const word of Object.values(words)) for (const text of answers) expect(text).not.toContain(word);
});
