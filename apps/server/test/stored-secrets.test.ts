import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshDomain, makeEvent, startService, unique, type Account, type TestService } from './harness.ts';

// Every kind of token is made, used, refused and revoked over every door. Then every place that
// could keep a token is searched.
let service: TestService;
let account: Account;
const tokens = new Set<string>();
const shown: string[] = [];

const collect = <T extends { text: string }>(answer: T): T => {
  for (const token of answer.text.match(/goal_[a-z]+_[a-z0-9]{8}_[A-Za-z0-9]+/g) ?? []) tokens.add(token);
  return answer;
};
const metricsToken = 'metrics-token-of-this-test';

beforeAll(async () => {
  service = await startService({ metricsToken });
  account = await service.makeAccount({ reseller: true });
  for (const token of [service.adminWrite, service.adminRead, account.token]) tokens.add(token);
  const group = await service.makeGroup(account);
  for (let n = 0; n < 3; n += 1) {
    const domain = freshDomain();
    collect(
      await account.call('POST', '/sites', { body: { domain, site_url: `https://${domain}`, group_id: group.id } }),
    );
    collect(await account.call('POST', `/groups/${group.id}/keys`));
    collect(await service.admin('POST', `/accounts/${account.id}/keys`));
  }
  const site = await service.makeSite(account);
  tokens.add(site.token);
  collect(await account.call('POST', `/sites/${site.id}/tokens`));
  await service.ingest(site, [makeEvent()]);
  // Sends each token, right and wrong, to every door in the places where a careless caller puts it.
  for (const token of [...tokens, `${site.token.slice(0, -1)}!`, site.token.slice(0, -3)]) {
    for (const path of ['/account/me', '/events', '/admin/accounts', '/account/unknown']) {
      await service.call('GET', path, { token, domain: site.domain });
      await service.call('GET', path, {
        query: { token, cursor: token, site_id: token },
        headers: { Cookie: `t=${token}`, 'X-Api-Key': token },
      });
    }
    await service.call('POST', '/events', { token, domain: token, body: '{' });
    await service.call('GET', '/trpc/account.me', { root: true, token });
    await service.call('GET', '/metrics', { root: true, token });
    await service.call('GET', `/account/sites/${token}/tokens`, { token: account.token });
    await service.call('DELETE', `/account/sites/${site.id}/tokens/${token}`, { token: account.token });
    await service.call('GET', '/account/sites', { token, headers: { 'X-Request-Id': `secret ${token}` } });
  }
  await service.call('GET', '/metrics', { root: true, token: metricsToken });
  await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`);
  for (const path of ['/me', '/sites', '/groups', `/sites/${site.id}/tokens`, `/groups/${group.id}/keys`, '/events'])
    shown.push((await account.call('GET', path)).text);
  for (const path of [
    '/accounts',
    `/accounts/${account.id}`,
    `/accounts/${account.id}/keys`,
    `/accounts/${account.id}/arrivals`,
    '/actions?limit=200',
  ])
    shown.push((await service.admin('GET', path)).text);
  shown.push((await service.call('GET', '/metrics', { root: true, token: metricsToken })).text);
  await service.restart();
});
afterAll(() => service.stop());

const secrets = (): string[] => [...tokens].map((token) => token.split('_')[3] ?? '');

test('I§5.R4 R§3.1: no column of any table contains a secret, as text or as bytes', async () => {
  expect(tokens.size).toBeGreaterThan(12);
  const { rows: columns } = await service.db.work.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'bytea', 'jsonb', 'json', 'uuid', 'ARRAY')`,
  );
  expect(columns.length).toBeGreaterThan(30);
  for (const { table, column } of columns) {
    const { rows } = await service.db.work.query<{ all: string | null }>(
      `SELECT string_agg(t."${column}"::text, ' ') AS all FROM "${table}" t`,
    );
    const text = rows[0]?.all ?? '';
    for (const secret of secrets()) {
      expect(text, `${table}.${column}`).not.toContain(secret);
      // Bytes appear as hexadecimal digits.
      expect(text, `${table}.${column}`).not.toContain(Buffer.from(secret).toString('hex'));
      expect(text, `${table}.${column}`).not.toContain(Buffer.from(secret).toString('base64').slice(0, 40));
    }
  }
});

test('I§5.R4 R§3.1: a stored token is the SHA-256 of the whole token', async () => {
  const { rows } = await service.db.work.query<{ right: boolean }>(
    `SELECT hash = sha256(convert_to($1, 'UTF8')) AS right FROM account_key WHERE prefix = $2`,
    [account.token, account.prefix],
  );
  expect(rows).toEqual([{ right: true }]);
});

test('R§3.1 no log line contains a secret', () => {
  const log = service.log.join('');
  expect(service.log.length).toBeGreaterThan(100);
  for (const secret of [...secrets(), metricsToken, new URL(service.databaseUrl).password || 'no password'])
    expect(log).not.toContain(secret);
});

test('I§5.R4 no list, view, record or metric contains a secret', () => {
  for (const text of shown) for (const secret of secrets()) expect(text).not.toContain(secret);
});

test('the metrics name no account, site, domain or key', async () => {
  const text = shown.at(-1) ?? '';
  const names = [
    account.id,
    account.email,
    account.prefix,
    ...(await service.sitesOf(account)).flatMap((site) => [site.id, site.domain]),
  ];
  for (const name of names) expect(text).not.toContain(name);
  expect(text).toContain('goal_http_request_duration_seconds');
  (await service.call('GET', '/metrics', { root: true })).refused(401, 'missing bearer token');
  (await service.call('GET', '/metrics', { root: true, token: unique() })).refused(401, 'invalid token');
});
