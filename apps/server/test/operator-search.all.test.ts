import { randomUUID } from 'node:crypto';

import { foundSiteShape, operatorAccountRowShape } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  startService,
  unique,
  type Account,
  type Group,
  type GroupKey,
  type Site,
  type TestService,
} from './harness.ts';

let service: TestService;
let account: Account;
let other: Account;
let site: Site;
let group: Group;
let groupKey: GroupKey;

beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount();
  group = await service.makeGroup(account);
  groupKey = await service.makeGroupKey(account, group);
  site = await service.makeSite(account, { name: 'Shop', domain: `büro-${unique()}.bücher.example` });
  other = await service.makeAccount({ plan: 'starter', reseller: true });
  await service.makeSite(other);
});
afterAll(() => service.stop());

type Query = Record<string, string | number>;
const accountPage = z.object({ accounts: z.array(operatorAccountRowShape), next_cursor: z.string() });
const sitePage = z.object({ sites: z.array(foundSiteShape), next_cursor: z.string() });
const search = async (term: string, query: Query = {}) =>
  (await service.admin('GET', '/accounts', { query: { search: term, ...query }, token: service.adminRead })).as(
    200,
    accountPage,
  ).accounts;
const sitesBy = async (query: Query) =>
  (await service.admin('GET', '/sites', { query, token: service.adminRead })).as(200, sitePage).sites;
/**
 * Returns the one row of `account`, with the match where the account itself is not what was found.
 */
async function rowOf(match?: { kind: string; text: string }) {
  const [row] = (await service.admin('GET', '/accounts', { query: { q: account.id } })).as(200, accountPage).accounts;
  expect(Object.keys(row ?? {}).sort()).toEqual(
    ['id', 'email', 'plan', 'is_reseller', 'created_at', 'sites_active', 'sites_paused'].sort(),
  );
  return match === undefined ? row : { ...row, match };
}

describe('accounts by `search`', () => {
  test('part of the e-mail in any case, and the id, match the account itself: its row has the seven contract fields', async () => {
    const word = account.email.slice(6, 18);
    for (const term of [word, word.toUpperCase(), account.email, `  ${word}\n`, account.id, account.id.toUpperCase()])
      expect(await search(term), term).toEqual([await rowOf()]);
    expect(await search('')).toHaveLength(2);
    expect(await search('   ')).toHaveLength(2);
  });

  test('part of a site’s domain finds its account and names the domain, also in Unicode spelling', async () => {
    const expected = [await rowOf({ kind: 'site', text: site.domain })];
    expect(site.domain).toContain('.xn--bcher-kva.example');
    for (const term of [
      site.domain,
      site.domain.toUpperCase(),
      site.domain.slice(3, -9),
      '.bücher.ex',
      'BÜCHER.example',
      'xn--bcher-kva',
    ])
      expect(await search(term), term).toEqual(expected);
    expect(await search(`x@${site.domain}`)).toEqual([]);
  });

  test('the exact prefix of a site, account or group key finds its account, even if the key is revoked', async () => {
    const revoked = await service.makeAccountKey(account);
    (await service.admin('DELETE', `/accounts/${account.id}/keys/${revoked.prefix}`)).done();
    for (const [kind, text] of [
      ['site_key', site.prefix],
      ['account_key', account.prefix],
      ['account_key', revoked.prefix],
      ['group_key', groupKey.prefix],
    ] as const) {
      expect(await search(text)).toEqual([await rowOf({ kind, text })]);
      expect(await search(text.slice(0, 7))).toEqual([]);
    }
  });

  test('a pasted whole key is searched by its prefix alone; its secret appears in no answer and no log', async () => {
    for (const key of [site.token, account.token, groupKey.key]) {
      const [row] = await search(` ${key} `);
      expect(row).toMatchObject({ id: account.id, match: { text: key.split('_')[2] } });
      expect(await search(key.slice(0, -5))).toEqual([row]);
      const answer = await service.admin('GET', '/keys', { query: { prefix: key } });
      expect(answer.body).toMatchObject({ keys: [{ prefix: key.split('_')[2], account_id: account.id }] });
      expect(answer.text + service.log.join()).not.toContain(key.split('_')[3]);
    }
    // Only the prefix is searched: even an e-mail equal to the key does not match.
    const body = { email: `goal_live_zzzzzzzz_${'x'.repeat(32)}@example.com` };
    expect((await service.admin('POST', '/accounts', { body })).status).toBe(201);
    for (const key of [service.adminRead, 'goal_live_', 'goal_live_x', `goal_live_zzzzzzzz_${'x'.repeat(32)}`])
      expect(await search(key), key).toEqual([]);
  });

  test('a whole id finds that account or site alone, even if newer e-mails and domains contain it; the contract’s q finds both', async () => {
    const [owner, lone] = [await service.makeAccount(), await service.makeAccount()];
    const known = await service.makeSite(owner);
    await service.makeSite(lone, { domain: `${known.id}.example.com` });
    await service.makeSite(lone, { domain: `${owner.id}.example.com` });
    const { body } = await service.admin('POST', '/accounts', { body: { email: `${owner.id}@example.com` } });
    for (const id of [owner.id, owner.id.toUpperCase(), ` ${owner.id} `]) {
      const found = await search(id, { limit: 1 });
      expect(found).toEqual([expect.objectContaining({ id: owner.id })]);
      expect(found[0]).not.toHaveProperty('match');
      expect(await search(id)).toEqual(found);
    }
    for (const q of [known.id, known.id.toUpperCase()]) {
      expect((await sitesBy({ q, limit: 1 })).map(({ id }) => id)).toEqual([known.id]);
      expect(await sitesBy({ q })).toHaveLength(1);
    }
    const { accounts } = (await service.admin('GET', '/accounts', { query: { q: owner.id } })).as(200, accountPage);
    expect(accounts.map(({ email }) => email)).toEqual([`${owner.id}@example.com`, owner.email]);
    expect(body).toMatchObject({ id: accounts[0]?.id });
    // The rest of this file counts only the accounts that it creates.
    for (const { id } of [owner, lone, ...accounts.slice(0, 1)])
      (await service.admin('DELETE', `/accounts/${id}?confirm=true`)).done();
  });

  test('text that may be a secret is never searched, only its prefix', async () => {
    const secret = site.token.split('_')[3] ?? '';
    await service.db.work.query('UPDATE site SET name = $1 WHERE id = $2', [secret, site.id]);
    const own = `/accounts/${account.id}/sites`;
    for (const text of [secret, `x_${secret}`, `oal_live_${site.prefix.slice(1)}_${secret}`]) {
      expect(await search(text), text).toEqual([]);
      for (const path of ['/accounts', '/sites', own])
        expect((await service.admin('GET', path, { query: { q: text } })).body, path).toMatchObject({
          next_cursor: '',
        });
      expect((await service.admin('GET', own, { query: { q: text } })).body).toMatchObject({ sites: [] });
    }
    await service.db.work.query(`UPDATE site SET name = 'Shop' WHERE id = $1`, [site.id]);
    for (const text of [`${site.prefix}_${secret}`, `oal_live_${site.prefix}_${secret}`, site.token.replace('g', 'G')])
      expect(await search(text), text).toMatchObject([{ id: account.id, match: { text: site.prefix } }]);
  });

  test('wildcards are ordinary characters, and the plan, flag and q filters combine with the search', async () => {
    const word = unique();
    (await service.admin('PATCH', `/accounts/${other.id}`, { body: { email: `${word}_a%b@example.com` } })).done();
    const found = async (term: string, query: Query = {}) => (await search(term, query)).map(({ id }) => id);
    for (const term of [`${word}_a`, '_a%', '%', 'a%b@']) expect(await found(term), term).toEqual([other.id]);
    for (const term of [`${word}%`, `${word}.`, `${word}\\`, '_%', '%%']) expect(await found(term), term).toEqual([]);
    expect(await found(word, { plan: 'starter', is_reseller: 'true', q: '_a' })).toEqual([other.id]);
    for (const query of [{ plan: 'pro' }, { is_reseller: 'false' }, { q: 'zz' }])
      expect(await found(word, query)).toEqual([]);
    for (const term of ['x'.repeat(300), 'ü'.repeat(2000), '\0', '😀', '.'.repeat(200)])
      expect(await found(term), term).toEqual([]);
  });

  test('among thousands of accounts every search finds each match once over all pages, newest first', async () => {
    // A small alphabet yields terms of every density: in every account, in one of ten, in one, in
    // none.
    for (let from = 1; from < 2600; from += 500) {
      await service.db.work.query(
        `WITH made AS (
           INSERT INTO account (email, plan, is_reseller, created_at)
           SELECT substr(translate(md5(n::text), '0123456789abcdef', 'abcdabcdabcdxyz~'), 1, 5) || n || '@many.example',
             CASE n % 9 WHEN 0 THEN 'pro' WHEN 1 THEN 'starter' ELSE 'free' END, n % 40 = 0, '2001-01-01'::timestamptz + n / 3 * interval '1 ms'
           FROM generate_series($1::int, $1 + 499) n RETURNING no, created_at)
         INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days, created_at)
         SELECT no, translate(substr(md5((no * 7)::text), 1, 9), '0123456789abcdef', 'efghefghefghwwvq') || '.' || no || '.many.example', 0, 'https://x/', 30, created_at
         FROM made WHERE no % 3 > 0`,
        [from],
      );
    }
    const { rows: all } = await service.db.work.query<
      Record<'id' | 'email' | 'plan', string> & { is_reseller: boolean; domains: string[] }
    >(
      `SELECT id::text, email, plan, is_reseller, ARRAY(SELECT domain FROM site s WHERE s.account_no = a.no) AS domains
       FROM account a WHERE email LIKE '%@many.example' ORDER BY a.created_at DESC, a.no DESC`,
    );
    // A random id or prefix of another account may have the term as well.
    const own = new Set(all.map(({ id }) => id));
    const walk = async (query: Query): Promise<string[]> => {
      const ids = [];
      for (let cursor = '', end = false; !end; end = cursor === '') {
        const answer = await service.admin('GET', '/accounts', { query: { limit: 200, ...query, cursor } });
        const { accounts, next_cursor } = answer.as(200, accountPage);
        ids.push(...accounts.map(({ id }) => id));
        cursor = next_cursor;
      }
      return ids.filter((id) => own.has(id));
    };
    const narrowings: Query[] = [
      {},
      { plan: 'starter' },
      { is_reseller: 'true' },
      { plan: 'pro', is_reseller: 'false' },
    ];
    const terms = [
      'many',
      'a',
      '~',
      '~~',
      'q',
      'ww',
      '77',
      '777',
      'dab',
      'q.1',
      '@many',
      '1234',
      'wq.',
      'no such',
      '2599@',
      '.many.e',
      'abcd',
    ];
    for (const [at, term] of terms.entries()) {
      const narrowing = narrowings[at % narrowings.length] ?? {};
      for (const { domains, hits } of [
        { hits: { search: term }, domains: true },
        { hits: { q: term }, domains: false },
      ]) {
        const expected = all.filter(
          (row) =>
            (row.email.includes(term) || (domains && row.domains.some((domain) => domain.includes(term)))) &&
            row.plan === (narrowing['plan'] ?? row.plan) &&
            String(row.is_reseller) === (narrowing['is_reseller'] ?? String(row.is_reseller)),
        );
        expect(await walk({ ...hits, ...narrowing }), JSON.stringify({ hits, narrowing })).toEqual(
          expected.map(({ id }) => id),
        );
      }
    }
  });

  test.each([
    ['search=a&search=b', 'invalid search'],
    ['search=a&limit=0', 'invalid limit'],
    ['search=a&search=b&limit=0', 'invalid limit'],
    ['search=a&plan=gold', 'unknown plan'],
    ['search=a&cursor=x', 'invalid cursor'],
  ])('GET /admin/accounts?%s: %s', async (query, message) => {
    (await service.admin('GET', `/accounts?${query}`)).refused(400, message);
  });
});

describe('sites of all accounts', () => {
  const row = async () => ({
    id: site.id,
    domain: site.domain,
    name: 'Shop',
    status: 'active',
    created_at: expect.any(String) as string,
    account_id: account.id,
    email: account.email,
  });

  test('match part of the domain in any case, also in Unicode, and the id; they come newest first, in pages', async () => {
    for (const q of [site.domain.toUpperCase(), '.bücher.', site.id, site.id.toUpperCase(), site.domain.slice(0, 12)])
      expect(await sitesBy({ q }), q).toEqual([await row()]);
    for (const q of [randomUUID(), 'no such', '%', '_', account.id]) expect(await sitesBy({ q }), q).toEqual([]);
    const { rows: all } = await service.db.work.query<{ id: string; domain: string }>(
      'SELECT id::text, domain FROM site ORDER BY created_at DESC, no DESC',
    );
    for (const q of ['', 'many', 'ww', 'q.1', '2599.', 'no such']) {
      const walked = [];
      for (let cursor = '', end = false; !end; end = cursor === '') {
        const page = (await service.admin('GET', '/sites', { query: { q, limit: 200, cursor } })).as(200, sitePage);
        walked.push(...page.sites.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(walked, q).toEqual(all.filter(({ domain }) => domain.includes(q)).map(({ id }) => id));
    }
  });

  test('refuse what every list refuses, and accept no cursor of another list', async () => {
    for (const [query, message] of [
      ['limit=0', 'invalid limit'],
      ['q=a&q=b', 'invalid q'],
      ['cursor=x', 'invalid cursor'],
    ] as const)
      (await service.admin('GET', `/sites?${query}`)).refused(400, message);
    const { next_cursor: cursor } = (await service.admin('GET', '/accounts?limit=1')).as(200, accountPage);
    (await service.admin('GET', '/sites', { query: { cursor } })).refused(400, 'invalid cursor');
  });
});
