import { groupShape, operatorAccountShape, siteShape, type SiteView } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { startService, type Account, type Group, type TestService } from './harness.ts';

// Lists that interface.md does not page return everything in one answer. The number of statements
// must not grow with the list.
const many = 5000;
let service: TestService;
let account: Account;
let group: Group;

beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ reseller: true });
  group = await service.makeGroup(account);
  await service.db.work.query(
    `WITH s AS (
       INSERT INTO site (account_no, group_no, domain, domain_scope, site_url, retention_days, created_at)
       SELECT a.no, CASE WHEN n % 2 = 0 THEN g.no END, 'shop-' || n || '.example.com', 0, 'https://example.com', 90, now() - n * interval '1 second'
       FROM account a JOIN site_group g ON g.account_no = a.no CROSS JOIN generate_series(1, $2::int) n WHERE a.id = $1::uuid RETURNING no)
     INSERT INTO site_key (site_no, prefix, hash) SELECT no, lpad(to_hex(no), 8, 'x'), sha256(no::text::bytea) FROM s`,
    [account.id, many],
  );
  await service.db.work.query(
    `INSERT INTO site_group (account_no, name) SELECT no, 'group ' || n FROM account CROSS JOIN generate_series(1, 1000) n WHERE id = $1::uuid`,
    [account.id],
  );
});
afterAll(() => service.stop());

const newestFirst = (count: number, step: number): string[] =>
  Array.from({ length: count }, (_, at) => `shop-${(at + 1) * step}.example.com`);
const domains = (sites: readonly Pick<SiteView, 'domain'>[]): string[] => sites.map(({ domain }) => domain);

test('I§4 GET /sites R§5.3: 5,000 sites come in one answer, once each, newest first; a group key gets those of its group', async () => {
  const sites = await service.sitesOf(account);
  expect(domains(sites)).toEqual(newestFirst(many, 1));
  expect(new Set(sites.map((site) => site.active_token_count))).toEqual(new Set([1]));
  const { key } = await service.makeGroupKey(account, group);
  const grouped = (await service.call('GET', '/account/sites', { token: key })).as(
    200,
    z.object({ sites: z.array(siteShape) }),
  ).sites;
  expect(domains(grouped)).toEqual(newestFirst(many / 2, 2));
  expect((await service.call('GET', '/account/me', { token: key })).body).toMatchObject({
    usage: { sites_active: many / 2, groups: 1 },
  });
});

test('I§4 GET /accounts/{id}: the operator sees all 5,000 sites, also in «why does nothing arrive?»', async () => {
  const view = (await service.admin('GET', `/accounts/${account.id}`)).as(200, operatorAccountShape);
  expect(domains(view.sites)).toEqual(newestFirst(many, 1));
  const { arrivals } = (await service.admin('GET', `/accounts/${account.id}/arrivals`)).as(
    200,
    z.object({ arrivals: z.array(z.looseObject({ site_id: z.string() })) }),
  );
  expect(arrivals.map((row) => row.site_id)).toEqual(view.sites.map(({ id }) => id));
});

test('I§4 GET /groups: 1,001 groups come in one answer, each with its number of sites', async () => {
  const { groups } = (await account.call('GET', '/groups')).as(200, z.object({ groups: z.array(groupShape) }));
  expect(groups).toHaveLength(1001);
  expect(groups.find(({ id }) => id === group.id)?.site_count).toBe(many / 2);
  expect(groups.reduce((sum, { site_count }) => sum + site_count, 0)).toBe(many / 2);
});

test('R§4.2 I§8 Site quota: a downgrade with 5,000 active sites pauses all but the oldest within the quota at once', async () => {
  await service.setReseller(account, false);
  await service.setPlan(account, 'starter');
  const sites = await service.sitesOf(account);
  expect(domains(sites.filter(({ status }) => status === 'active'))).toEqual(newestFirst(many, 1).slice(-5));
  expect(new Set(sites.map((site) => site.retention_days))).toEqual(new Set([30]));
});
