import { randomUUID } from 'node:crypto';

import { createdSiteShape, planPreviewShape, resellerEffects, resellerPreviewShape } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { beforeAll, describe, expect, it, test } from 'vitest';

import { freshDomain, makeEvent, startService, type Account, type Answer, sharedService } from './harness.ts';
import { data } from './trpc-answers.ts';

const service = await sharedService();

const dayMs = 86_400_000;
const aged = (days: number) => makeEvent({ occurred_at: new Date(Date.now() - days * dayMs - 1000).toISOString() });
/** Formats a value as the sentences do. */
const inDays = (days: number): string =>
  new Date(Date.now() + days * dayMs).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const read = (path: string, query: Record<string, string> = {}): Promise<Answer> =>
  service.call('GET', `/admin/accounts/${path}`, { token: service.adminRead, query });
const planPreview = async ({ id }: { id: string }, plan: string) =>
  (await read(`${id}/plan/preview`, { plan })).as(200, planPreviewShape);
/** Returns the sentence of each effect. */
async function effectsOf({ id }: { id: string }, enabled: boolean): Promise<Record<string, string>> {
  const preview = (await read(`${id}/reseller/preview`, { enabled: String(enabled) })).as(200, resellerPreviewShape);
  expect(preview.enabled).toBe(enabled);
  expect(preview.effects.map(({ effect }) => effect)).toEqual(resellerEffects);
  return Object.fromEntries(preview.effects.map(({ effect, sentence }) => [effect, sentence]));
}
const createSite = (account: Account): Promise<Answer> =>
  account.call('POST', '/sites', { body: { domain: freshDomain(), site_url: 'https://example.com/' } });

describe('R§4.2 the preview of a plan change', () => {
  it('names the sites that would be paused, newest first, the new retention, and what it would delete and when', async () => {
    const account = await service.makeAccount({ plan: 'pro' });
    const [oldest, middle, newest] = [
      await service.makeSite(account),
      await service.makeSite(account, { name: 'Middle' }),
      await service.makeSite(account),
    ];
    const revoked = await service.makeSite(account);
    await service.revokeSite(revoked);
    await service.ingest(oldest, [aged(80), aged(3)]);
    await service.ingest(newest, [aged(10)]);
    const preview = await planPreview(account, 'free');
    expect(preview).toEqual({
      from: 'pro',
      to: 'free',
      sites_to_pause: 2,
      sites: [
        { id: newest.id, domain: newest.domain, name: null },
        { id: middle.id, domain: middle.domain, name: 'Middle' },
      ],
      retention_days: { from: 90, to: 7 },
      last_downgrade: null,
      sentences: [
        '3 active sites; the free plan allows 1: the 2 newest are paused.',
        `Retention becomes 7 days instead of 90: in 14 days, on ${inDays(14)}, retention may delete 3 events older than 7 days by then.`,
        'It closes the read API, the account API and MCP at once; sites go on sending.',
        'Fair use is 10,000 events a month instead of 2,000,000; 3 so far this month.',
      ],
    });
    await service.setPlan(account, 'free');
    const { plan, sites } = await service.viewOf(account);
    expect(plan).toBe('free');
    expect(sites.map(({ id, status, retention_days }) => [id, status, retention_days])).toEqual([
      [revoked.id, 'revoked', 7],
      [newest.id, 'paused', 7],
      [middle.id, 'paused', 7],
      [oldest.id, 'active', 7],
    ]);
    expect((await planPreview(account, 'free')).sentences).toEqual(['This is the plan that it has: nothing changes.']);
    expect(await planPreview(account, 'agency')).toMatchObject({
      sites_to_pause: 0,
      sites: [],
      last_downgrade: { sites_paused: 2, sites_that_fit: 2 },
      sentences: [
        'Nothing is paused: 1 active site; the agency plan allows 100. The 2 paused sites stay paused until activated.',
        'Retention becomes 365 days instead of 7; no event is deleted by it.',
        'It opens the read API, the account API and MCP at once.',
        'Fair use is 10,000,000 events a month instead of 10,000; 3 so far this month.',
      ],
    });
  });

  it('pauses and deletes nothing for a reseller', async () => {
    const account = await service.makeAccount({ plan: 'pro', reseller: true });
    const site = await service.makeSite(account);
    await service.makeSite(account);
    await service.ingest(site, [aged(2000)]);
    expect(await planPreview(account, 'free')).toEqual({
      from: 'pro',
      to: 'free',
      sites_to_pause: 0,
      sites: [],
      retention_days: { from: 90, to: 7 },
      last_downgrade: null,
      sentences: [
        'Nothing is paused: the account is a reseller.',
        'Retention becomes 7 days instead of 90; no event is deleted: the account is a reseller.',
        'No change for the read API, the account API and MCP: they are open to a reseller on every plan.',
        'No fair-use e-mail is sent: the account is a reseller.',
      ],
    });
    await service.setPlan(account, 'free');
    expect((await service.viewOf(account)).sites.map(({ status }) => status)).toEqual(['active', 'active']);
  });

  inAllRun(() => {
    test('may delete at once where retention has no grace', async () => {
      const hasty = await startService({ retentionGraceDays: 0 });
      try {
        const account = await hasty.makeAccount({ plan: 'pro' });
        await hasty.ingest(await hasty.makeSite(account), [aged(8), aged(6)]);
        const answer = await hasty.admin('GET', `/accounts/${account.id}/plan/preview?plan=free`);
        expect(answer.as(200, planPreviewShape).sentences[1]).toBe(
          'Retention becomes 7 days instead of 90: at once retention may delete 1 event older than 7 days.',
        );
      } finally {
        await hasty.stop();
      }
    });
  });
});

describe('the preview of the reseller flag', () => {
  it('lists the eight effects in the account’s own numbers, and the service then behaves accordingly', async () => {
    const account = await service.makeAccount({ plan: 'free' });
    const site = await service.makeSite(account);
    await service.ingest(site, [aged(1), aged(2)]);
    expect(await effectsOf(account, false)).toMatchObject({
      site_quota: '1 of 1 site used: the next create or activate is refused.',
      api_gate: 'Read API, account API and MCP: closed, the free plan has none of them.',
    });
    (await account.call('GET', '/me')).refused(403, 'api access requires a paid plan');

    expect(await effectsOf(account, true)).toEqual({
      site_quota: '1 of 1 site used → no limit.',
      key_caps: 'At most 2 active keys per site and 10 account keys → no cap (1 account key now).',
      api_gate: 'Read API, account API and MCP open at once: the free plan has none of them.',
      retention: 'Events older than 7 days: kept from now on (no event is that old now).',
      fair_use_mail: 'Fair-use e-mail above 10,000 events a month → never sent (2 so far this month).',
      downgrade:
        'A change to a smaller plan, also by the payment provider, no longer pauses sites (1 active site now).',
      readouts: 'Limits shown: 1 site, 7 days of retention and 2 keys per site → unlimited (-1 in GET /me).',
      rate: '10 requests a second for each account and group key, 30 at once → no limit (1 account key now).',
    });
    await service.setReseller(account, true);
    const me = await account.call('GET', '/me');
    expect(me.body).toMatchObject({ plan: 'free', limits: { sites: -1, retention_days: -1, keys_per_site: -1 } });
    (await createSite(account)).as(201, createdSiteShape);
    for (let keys = 1; keys < 3; keys += 1)
      expect((await account.call('POST', `/sites/${site.id}/tokens`)).status).toBe(201);
    await service.ingest(site, [aged(8), aged(400)]);

    expect(await effectsOf(account, true)).toMatchObject({
      site_quota: '2 active sites, no limit; the plan allows 1.',
      key_caps: 'No cap on keys: 1 account key now, 1 site with more than 2 keys.',
      retention: 'Events older than 7 days: kept (2 events are that old now).',
    });
    expect(await effectsOf(account, false)).toEqual({
      site_quota:
        '2 active sites stay active; the plan allows 1. Limits bind from the next create: it is refused, as is the next activate; nothing is paused or revoked.',
      key_caps:
        'Caps of 2 active keys per site and 10 account keys bind from the next key; no key is revoked: 1 account key now, 1 site with more than 2 keys.',
      api_gate: 'Read API, account API and MCP close at once: the free plan has none of them. Sites go on sending.',
      retention: `Retention runs again: in 14 days, on ${inDays(14)}, retention may delete 4 events older than 7 days by then.`,
      fair_use_mail: 'Fair-use e-mail: sent again above 10,000 events a month (4 so far this month).',
      downgrade:
        'A change to a smaller plan, also by the payment provider, pauses the newest active sites beyond its quota again (2 active sites now).',
      readouts: 'Limits shown: unlimited (-1 in GET /me) → 1 site, 7 days of retention and 2 keys per site.',
      rate: 'No limit → 10 requests a second for each account and group key, 30 at once (1 account key now).',
    });
    await service.setReseller(account, false);
    expect((await service.viewOf(account)).sites.map(({ status }) => status)).toEqual(['active', 'active']);
    (await account.call('GET', '/me')).refused(403, 'api access requires a paid plan');
    const body = { domain: freshDomain(), site_url: 'https://example.com/' };
    (await service.admin('POST', `/accounts/${account.id}/sites`, { body })).refused(409, 'plan site limit reached');
  });

  it('leaves events of deleted sites out of the stored count, and counts them in this month’s', async () => {
    const account = await service.makeAccount({ plan: 'starter', reseller: true });
    const [site, other] = [await service.makeSite(account), await service.makeSite(account)];
    await service.ingest(site, [aged(100)]);
    await service.ingest(other, [aged(100), aged(100)]);
    (await service.admin('DELETE', `/sites/${other.id}?confirm=true`)).done();
    expect(await effectsOf(account, false)).toMatchObject({
      retention: `Retention runs again: in 14 days, on ${inDays(14)}, retention may delete 1 event older than 30 days by then.`,
      fair_use_mail: 'Fair-use e-mail: sent again above 250,000 events a month (3 so far this month).',
    });
  });
});

describe('refusals', () => {
  let account: Account;
  beforeAll(async () => {
    account = await service.makeAccount();
  });

  test.each(['', 'gold', 'Pro', ' pro x'])('plan=%s', async (plan) => {
    (await read(`${account.id}/plan/preview`, { plan })).refused(400, 'unknown plan');
  });
  test('a missing plan and two plans', async () => {
    (await read(`${account.id}/plan/preview`)).refused(400, 'unknown plan');
    (await read(`${account.id}/plan/preview?plan=pro&plan=pro`)).refused(400, 'unknown plan');
  });
  test.each(['', 'TRUE', '1', 'yes'])('enabled=%s', async (enabled) => {
    (await read(`${account.id}/reseller/preview`, { enabled })).refused(400, 'invalid enabled');
  });
  test('a missing flag and two flags', async () => {
    (await read(`${account.id}/reseller/preview`)).refused(400, 'invalid enabled');
    (await read(`${account.id}/reseller/preview?enabled=true&enabled=true`)).refused(400, 'invalid enabled');
  });
  test('unknown accounts, before the parameters are judged, and customer keys', async () => {
    for (const what of ['plan/preview', 'reseller/preview']) {
      for (const id of [randomUUID(), 'x', '1']) (await read(`${id}/${what}`)).refused(404, 'not found');
      const path = `/admin/accounts/${account.id}/${what}`;
      (await service.call('GET', path, { token: account.token })).refused(401, 'invalid token');
    }
  });
});

test('a preview changes and records nothing, and native tRPC answers the same', async () => {
  const account = await service.makeAccount({ plan: 'pro' });
  await service.makeSite(account);
  const { id } = account;
  const state = async (): Promise<unknown[]> => [
    await service.viewOf(account),
    (await service.admin('GET', `/actions?account_id=${id}`)).body,
    (await service.db.work.query('select count(*) from retention_cut')).rows,
  ];
  const before = await state();
  const native = async (procedure: string, input: object): Promise<unknown> => {
    const query = { input: JSON.stringify({ id, ...input }) };
    const path = `/trpc/admin.accounts.${procedure}`;
    return data(await service.call('GET', path, { token: service.adminRead, root: true, query }));
  };
  expect(await native('previewPlan', { plan: 'free' })).toEqual(await planPreview(account, 'free'));
  expect(await native('previewReseller', { enabled: true })).toEqual(
    (await read(`${id}/reseller/preview`, { enabled: 'true' })).body,
  );
  expect(await state()).toEqual(before);
});
