import { randomUUID } from 'node:crypto';

import { createdSiteShape } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { freshDomain, makeEvent, sharedService, type Account } from './harness.ts';

const service = await sharedService();
const reseller = await service.makeAccount({ reseller: true });
const other = await service.makeAccount();

const url = 'https://example.com';
const create = (account: Account, body: object, token?: string) =>
  account.call('POST', '/sites', { body, ...(token === undefined ? {} : { token }) });

test('I§4 POST /sites I§4.R1 I§8 Site quota R§2.7: a new site is 201 with id, domain and a first key, which works at once and is shown only here', async () => {
  const account = await service.makeAccount({ plan: 'starter' });
  const domain = freshDomain();
  const answer = await create(account, { domain, site_url: `https://${domain}/blog`, name: 'Shop' });
  const made = answer.as(201, createdSiteShape);
  expect(Object.keys(made)).toEqual(['site_id', 'domain', 'token', 'prefix']);
  expect(made.token).toMatch(new RegExp(`^goal_live_${made.prefix}_[A-Za-z0-9]{32,}$`));
  expect(made.prefix).toMatch(/^[a-z0-9]{8}$/);
  const [site] = await service.sitesOf(account);
  expect(site).toEqual({
    id: made.site_id,
    domain,
    site_url: `https://${domain}/blog`,
    name: 'Shop',
    status: 'active',
    retention_days: 30,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    active_token_count: 1,
    group_id: null,
    group_name: null,
  });
  expect((await service.call('POST', '/events', { token: made.token, domain, body: makeEvent() })).status).toBe(200);
  expect((await service.call('GET', '/events', { token: made.token, domain })).status).toBe(200);
});

test('I§4.R2 I§7 404 not found #2: an unknown, foreign or malformed group_id fails the whole call, and no site is created', async () => {
  const account = await service.makeAccount();
  const group = await service.makeGroup(account);
  const foreign = await service.makeGroup(other);
  for (const group_id of [randomUUID(), foreign.id, 'x', '', 5, true, [group.id], {}, group.id.replaceAll('-', '')]) {
    (await create(account, { domain: freshDomain(), site_url: url, group_id })).refused(404, 'not found');
  }
  expect(await service.sitesOf(account)).toEqual([]);
  (await create(account, { domain: freshDomain(), site_url: url, group_id: group.id.toUpperCase() })).as(
    201,
    createdSiteShape,
  );
  (await create(account, { domain: freshDomain(), site_url: url, group_id: null, name: null })).as(
    201,
    createdSiteShape,
  );
  expect((await service.sitesOf(account)).map((site) => [site.group_id, site.group_name])).toEqual([
    [null, null],
    [group.id, group.name],
  ]);
});

test('I§4.R3 I§5 Group key: a group key creates sites in its own group; any other group_id, even null, is 404', async () => {
  const account = await service.makeAccount();
  const group = await service.makeGroup(account);
  const sibling = await service.makeGroup(account);
  const { key } = await service.makeGroupKey(account, group);
  const body = () => ({ domain: freshDomain(), site_url: url });
  for (const group_id of [sibling.id, randomUUID(), null, '', 'x', 5])
    (await create(account, { ...body(), group_id }, key)).refused(404, 'not found');
  expect(await service.sitesOf(account)).toEqual([]);
  (await create(account, body(), key)).as(201, createdSiteShape);
  (await create(account, { ...body(), group_id: group.id.toUpperCase() }, key)).as(201, createdSiteShape);
  expect((await service.sitesOf(account)).map((site) => site.group_id)).toEqual([group.id, group.id]);
});

const long = 'x'.repeat(201);
test.each<[body: object, message: string]>([
  [{ name: 5, site_url: 5, domain: 'x' }, 'invalid domain'],
  [{ name: 5, site_url: 5, domain: 5 }, 'domain must be a string'],
  [{ name: 5, site_url: 'x', domain: 'a.example' }, 'site_url must be an http(s) URL'],
  [{ name: long, site_url: 5, domain: 'a.example' }, 'site_url must be a string'],
  [{ name: 5, site_url: url, domain: 'a.example' }, 'name must be a string'],
  [{ name: long, site_url: url, domain: 'a.example' }, 'name too long'],
  [{}, 'invalid domain'],
  [{ domain: null, site_url: null }, 'invalid domain'],
  [{ domain: 'a.example', site_url: null }, 'site_url must be an http(s) URL'],
  [{ domain: 'a.example' }, 'site_url must be an http(s) URL'],
])(
  'R§2.4 R§2.3 POST /sites %j: the first bad field answers, and every field is judged before the group',
  async (body, message) => {
    (await create(reseller, { group_id: randomUUID(), ...body })).refused(400, message);
  },
);

test('I§7 400 invalid domain R§5.1: anything but a bare hostname is refused, and nothing is created', async () => {
  const before = (await service.sitesOf(reseller)).length;
  const bad = [
    '',
    ' ',
    'intranet',
    'https://example.com',
    'example.com/',
    'example.com:80',
    'u@example.com',
    '192.0.2.7',
    '::1',
    'a..example.com',
    '-a.example.com',
  ];
  for (const domain of [
    ...bad,
    'a_b.example.com',
    'a b.example.com',
    '*.example.com',
    'a\0b.example.com',
    '1.2.3',
    '１９２.０.２.７',
    'exa%6dple.com',
    `${'a'.repeat(64)}.example.com`,
  ]) {
    (await create(reseller, { domain, site_url: url })).refused(400, 'invalid domain');
  }
  expect((await service.sitesOf(reseller)).length).toBe(before);
});

test('I§7 400 site_url must be an http(s) URL R§5.1: anything but an absolute http(s) address without credentials is refused', async () => {
  const bad = [
    '',
    'example.com',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'http://:80/',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
  ];
  for (const site_url of [
    ...bad,
    'https://user@example.com/',
    'https://user:pw@example.com/',
    'not a url',
    `https://example.com/${'x'.repeat(2029)}`,
  ]) {
    (await create(reseller, { domain: freshDomain(), site_url })).refused(400, 'site_url must be an http(s) URL');
  }
});

inAllRun(() => {
  test('R§5.1 a domain is stored normalized, a site_url as sent but trimmed', async () => {
    const domain = freshDomain();
    for (const [given, kept] of [
      [` ${domain.toUpperCase()}. `, domain],
      [`BÜCHER.${domain}`, `xn--bcher-kva.${domain}`],
      [`${'a'.repeat(63)}.${domain}`, `${'a'.repeat(63)}.${domain}`],
    ] as const) {
      const site_url = '  HTTPS://Example.com:443/A/../b?q=%20x#f \n';
      expect((await create(reseller, { domain: given, site_url })).as(201, createdSiteShape).domain).toBe(kept);
      const [site] = await service.sitesOf(reseller);
      expect(site).toMatchObject({ domain: kept, site_url: site_url.trim() });
      (await create(other, { domain: kept, site_url })).refused(409, 'site already registered');
    }
  });
});

test('I§7 409 site already registered R§4.1: a domain belongs to at most one site across accounts, whatever the site’s state', async () => {
  const [active, paused, revoked] = [
    await service.makeSite(reseller),
    await service.makeSite(reseller),
    await service.makeSite(reseller),
  ];
  await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [paused.id]);
  await service.revokeSite(revoked);
  for (const { id, domain } of [active, paused, revoked]) {
    for (const account of [reseller, other])
      (await create(account, { domain: `${domain}.`, site_url: url })).refused(409, 'site already registered');
    (await reseller.call('DELETE', `/sites/${id}`, { query: { confirm: 'true' } })).done();
    expect((await create(other, { domain, site_url: url })).as(201, createdSiteShape).site_id).not.toBe(id);
  }
});

inAllRun(() => {
  test('R§4.1 localhost and names under .localhost, .local and .test are unique per account only', async () => {
    for (const domain of ['localhost', 'shop.localhost', 'shop.local', 'a.shop.test']) {
      for (const account of [reseller, other]) {
        (await create(account, { domain, site_url: 'http://localhost:8080' })).as(201, createdSiteShape);
        (await create(account, { domain, site_url: 'http://localhost' })).refused(409, 'site already registered');
      }
    }
    for (const domain of ['local', 'test'])
      (await create(other, { domain, site_url: url })).refused(400, 'invalid domain');
  });

  test('R§4.1 I§7 409 plan site limit reached: the order of judgement is body, group, domain, quota', async () => {
    const account = await service.makeAccount({ plan: 'free' });
    await service.makeSite(account);
    await service.setReseller(account, true);
    const group = await service.makeGroup(account);
    const post = (body: object) =>
      service.admin('POST', `/accounts/${account.id}/sites`, { body: { site_url: url, ...body } });
    await service.setReseller(account, false);
    const taken = (await service.makeSite(reseller)).domain;
    (await post({ domain: 'x', group_id: randomUUID() })).refused(400, 'invalid domain');
    (await post({ domain: taken, group_id: randomUUID() })).refused(404, 'not found');
    (await post({ domain: taken, group_id: group.id })).refused(409, 'site already registered');
    (await post({ domain: freshDomain(), group_id: group.id })).refused(409, 'plan site limit reached');
  });
});

test('R§2.3 unknown fields are ignored, so no caller sets an id, a status or a count', async () => {
  const body = {
    domain: freshDomain(),
    site_url: url,
    id: randomUUID(),
    status: 'revoked',
    account_id: other.id,
    retention_days: 9,
    rate_limit_rps: 9,
    active_token_count: 7,
  };
  const text = JSON.stringify(body).replace('{', '{"__proto__":{"name":"x"},"constructor":1,');
  const { site_id: id } = (await create(other, JSON.parse(text) as object)).as(201, createdSiteShape);
  const site = (await service.viewOf(other)).sites.find((one) => one.id === id);
  expect(site).toMatchObject({
    status: 'active',
    account_id: other.id,
    retention_days: 90,
    rate_limit_rps: 10,
    active_token_count: 1,
    name: null,
  });
});
