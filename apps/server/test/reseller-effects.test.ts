/**
 * The eight effects of the reseller flag (interface.md §2), each with the flag on, off and on
 * again, and what remains when it goes off (rulings §4.3). Effect 7 names /usage and /billing,
 * which come with the customers’ dashboard.
 */
import { accountShape, type AccountView } from '@goal/contract';
import { purgeOverdue } from '@goal/core';
import Stripe from 'stripe';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshDomain, makeEvent, startService, unique, type Account, type Site, type TestService } from './harness.ts';

const secret = 'whsec_test';
let service: TestService;
beforeAll(async () => {
  service = await startService({ stripeWebhookSecrets: [secret], stripePrices: new Map([['price_p', 'pro']]) });
});
afterAll(() => service.stop());

const me = async (account: Account, token = account.token): Promise<AccountView> =>
  (await account.call('GET', '/me', { token })).as(200, accountShape);
const create = (account: Account) =>
  account.call('POST', '/sites', { body: { domain: freshDomain(), site_url: 'https://example.com' } });
const flag = (account: Account, enabled: boolean) => service.setReseller(account, enabled);
async function statuses(account: Account): Promise<Record<string, number>> {
  const tally: Record<string, number> = {};
  for (const { status } of (await service.viewOf(account)).sites) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
}
const sitesFor = async (account: Account, count: number): Promise<Site[]> => {
  const sites: Site[] = [];
  while (sites.length < count) sites.push(await service.makeSite(account));
  return sites;
};

test('I§3 false→true I§3 true→false I§4 POST /accounts/{id}/reseller R§4.3 R§9.6 effect 7: the flag goes on, off and on again at once; limits read −1 while it is on, and nothing else changes', async () => {
  const account = await service.makeAccount({ plan: 'starter' });
  const site = await service.makeSite(account);
  await service.ingest(site, [makeEvent()]);
  const before = await service.viewOf(account);
  const limits = { sites: 5, retention_days: 30, keys_per_site: 2 };
  expect(await me(account)).toMatchObject({ is_reseller: false, limits });
  for (const enabled of [true, false, true, false]) {
    await flag(account, enabled);
    expect(await me(account)).toMatchObject({
      plan: 'starter',
      is_reseller: enabled,
      limits: enabled ? { sites: -1, retention_days: -1, keys_per_site: -1 } : limits,
      usage: { sites_active: 1, sites_paused: 0, groups: 0 },
    });
    expect(await service.viewOf(account)).toEqual({ ...before, is_reseller: enabled });
    expect((await site.call('GET', '/events')).body).toMatchObject({ events: [{ site_id: site.id }] });
  }
});

test('I§8 Site quota I§3 paused→active R§4.3 effect 1: the site quota is lifted; off, it binds the next site and pauses none; on again it is lifted', async () => {
  const account = await service.makeAccount({ plan: 'starter', reseller: true });
  const sites = await sitesFor(account, 7);
  const [first, second] = sites;
  const activate = (site?: Site) => account.call('POST', `/sites/${site?.id}/activate`);
  const pause = (site?: Site) => service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [site?.id]);
  await pause(first);
  (await activate(first)).done();
  await pause(first);
  await flag(account, false);
  expect(await statuses(account)).toEqual({ active: 6, paused: 1 });
  (await create(account)).refused(409, 'plan site limit reached');
  (await activate(first)).refused(409, 'plan site limit reached');
  (await activate(second)).done();
  // Sites beyond the quota keep working.
  for (const site of sites.slice(1)) await service.ingest(site, [makeEvent()]);
  await flag(account, true);
  (await activate(first)).done();
  expect((await create(account)).status).toBe(201);
  expect(await statuses(account)).toEqual({ active: 8 });
});

test('I§8 Active site keys I§8 Active account keys R§3.6 R§4.3 effect 2: caps of site and account keys are lifted; off, they bind the next mint and revoke no key; on again they are lifted', async () => {
  const account = await service.makeAccount({ reseller: true });
  const site = await service.makeSite(account);
  const mintSiteKey = () => account.call('POST', `/sites/${site.id}/tokens`);
  const mintAccountKey = () => service.admin('POST', `/accounts/${account.id}/keys`);
  const tokens: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const answer = await mintSiteKey();
    expect(answer.status).toBe(201);
    tokens.push((answer.body as { token: string }).token); // otherwise the request with it fails
  }
  for (let n = 0; n < 11; n += 1) expect((await mintAccountKey()).status).toBe(201);
  await flag(account, false);
  expect((await service.sitesOf(account, account.token))[0]?.active_token_count).toBe(5);
  (await mintSiteKey()).refused(409, 'two active keys already — revoke one before minting another');
  (await mintAccountKey()).refused(409, 'ten active account keys already — revoke one before minting another');
  for (const token of [site.token, ...tokens])
    expect((await site.call('GET', '/events', { token, domain: site.domain })).status).toBe(200);
  await flag(account, true);
  expect((await mintSiteKey()).status).toBe(201);
  expect((await mintAccountKey()).status).toBe(201);
});

test('I§5.R5 effect 3: the free plan’s gate opens on the account API, the read API and MCP; off it closes at once, on again it opens', async () => {
  const account = await service.makeAccount({ plan: 'free', reseller: true });
  const site = await service.makeSite(account);
  const { key: groupKey } = await service.makeGroupKey(account, await service.makeGroup(account));
  const closed = 'api access requires a paid plan';
  const mcp = (token: string, domain?: string) =>
    service.call('POST', '/mcp', {
      token,
      ...(domain === undefined ? {} : { domain }),
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_events', arguments: {} } },
    });
  for (const enabled of [true, false, true]) {
    await flag(account, enabled);
    const answers = [
      await account.call('GET', '/me', { token: account.token }),
      await account.call('GET', '/me', { token: groupKey }),
      await account.call('GET', '/events', { token: account.token }),
      await account.call('GET', '/events/tail', { token: account.token }),
      await site.call('GET', '/events'),
      await site.call('GET', '/events/tail'),
      await mcp(account.token),
      await mcp(groupKey),
      await mcp(site.token, site.domain),
    ];
    for (const answer of answers) {
      if (enabled) expect(answer.status).toBe(200);
      else answer.refused(403, closed);
    }
    await service.ingest(site, [makeEvent()]);
  }
});

test('R§9.2 R§7.4 R§4.3 effect 4: no event is purged or too old; off, retention shows at once and applies after the grace, unless the flag returns', async () => {
  const account = await service.makeAccount({ plan: 'starter', reseller: true });
  const site = await service.makeSite(account);
  const ages = [400, 200, 31, 29, 1];
  const aged = (days: number) =>
    makeEvent({ message: `${days}`, occurred_at: new Date(Date.now() - days * 86_400_000).toISOString() });
  await service.ingest(site, ages.map(aged));
  const kept = async (): Promise<number[]> => {
    const { events } = (await account.call('GET', '/events')).body as { events: { message: string }[] }; // another test covers its shape
    return events.map(({ message }) => Number(message)).toReversed();
  };
  const purge = (retentionGraceDays = 14) => purgeOverdue({ db: service.db, settings: { retentionGraceDays } });
  const weeksLater = () => service.db.work.query(`UPDATE retention_cut SET at = at - interval '15 days'`);
  await purge(0);
  expect(await kept()).toEqual(ages);

  await flag(account, false);
  expect((await me(account)).limits.retention_days).toBe(30);
  expect((await service.sitesOf(account))[0]?.retention_days).toBe(30);
  const { body } = await site.call('POST', '/events', { body: { events: [aged(31)] } });
  expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0, error: 'older than retention' }] });
  await purge();
  expect(await kept()).toEqual(ages);

  await flag(account, true);
  await weeksLater();
  await purge();
  await service.ingest(site, [aged(300)]);
  expect(await kept()).toEqual([400, 300, 200, 31, 29, 1]);

  await flag(account, false);
  await purge();
  expect(await kept()).toHaveLength(6);
  await weeksLater();
  await purge();
  expect(await kept()).toEqual([29, 1]);

  await flag(account, true);
  await service.ingest(site, [aged(300)]);
  await purge(0);
  expect(await kept()).toEqual([300, 29, 1]);
});

test('R§9.3 R§4.3 effect 5: no fair-use mail is written; off, the month counts from the next event; on again it does not', async () => {
  await service.db.work.query(`UPDATE plan SET fair_use_events = 5 WHERE slug = 'agency'`);
  const hasMail = async ({ id }: Account): Promise<boolean> =>
    (await service.db.prisma.mail.count({ where: { account: { id } } })) > 0;
  const [account, again] = [
    await service.makeAccount({ plan: 'agency', reseller: true }),
    await service.makeAccount({ plan: 'agency', reseller: true }),
  ];
  const [site, other] = [await service.makeSite(account), await service.makeSite(again)];
  const send = (to: Site, count: number) =>
    service.ingest(
      to,
      Array.from({ length: count }, () => makeEvent()),
    );
  for (const to of [site, other]) await send(to, 9);
  expect([await hasMail(account), await hasMail(again)]).toEqual([false, false]);
  for (const of of [account, again]) await flag(of, false);
  await flag(again, true);
  for (const to of [site, other]) await send(to, 1);
  expect([await hasMail(account), await hasMail(again)]).toEqual([true, false]);
});

test('R§4.2 R§4.3 R§9.4 effect 6: no plan change pauses a site, by operator or payment; off, the next one does; on again it pauses and restores none', async () => {
  const account = await service.makeAccount({ reseller: true });
  await sitesFor(account, 7);
  for (const plan of ['starter', 'free', 'pro']) {
    await service.setPlan(account, plan);
    expect(await statuses(account)).toEqual({ active: 7 });
  }
  const sub = { id: `sub_${unique()}`, created: 1 };
  await pay(account, sub, 10, 'active');
  await pay(account, sub, 20, 'canceled');
  expect(await service.viewOf(account)).toMatchObject({ plan: 'free' });
  expect(await statuses(account)).toEqual({ active: 7 });
  expect(new Set((await service.viewOf(account)).sites.map((site) => site.retention_days))).toEqual(new Set([7]));
  await flag(account, false);
  expect(await statuses(account)).toEqual({ active: 7 });
  // Seven active sites exceed the cap of five: the plan changes, and the newest two are paused.
  await service.setPlan(account, 'starter');
  expect((await service.sitesOf(account)).map(({ status }) => status)).toEqual([
    ...Array<string>(2).fill('paused'),
    ...Array<string>(5).fill('active'),
  ]);
  await flag(account, true);
  await pay(account, sub, 30, 'active');
  await pay(account, sub, 40, 'unpaid');
  expect(await service.viewOf(account)).toMatchObject({ plan: 'free' });
  expect(await statuses(account)).toEqual({ active: 5, paused: 2 });
});

/** Builds the payment provider’s message about a subscription to the plan pro. */
async function pay(account: Account, sub: { id: string; created: number }, at: number, status: string): Promise<void> {
  const subscription = {
    ...sub,
    object: 'subscription',
    status,
    metadata: { account_id: account.id },
    items: { object: 'list', data: [{ id: 'si_1', price: { id: 'price_p' } }] },
  };
  const type = 'customer.subscription.updated';
  const payload = JSON.stringify({
    id: `evt_${unique()}`,
    object: 'event',
    created: at,
    type,
    data: { object: subscription },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const answer = await service.call('POST', '/billing/stripe', {
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
  expect([answer.status, answer.body]).toEqual([200, { received: true }]);
}

inAllRun(() => {
  test('I§8 Account API rate I§7 429 rate limited effect 8: every key is exempt and no limit is shown; off, the limit binds at once; on again it does not', async () => {
    const account = await service.makeAccount({ reseller: true });
    const { key: groupKey } = await service.makeGroupKey(account, await service.makeGroup(account));
    const tokens = [account.token, groupKey];
    const expectExempt = async (): Promise<void> => {
      for (const token of tokens)
        for (const { status, headers } of await Promise.all(
          Array.from({ length: 80 }, () => account.call('GET', '/me', { token })),
        ))
          expect([status, headers['ratelimit'], headers['ratelimit-policy'], headers['retry-after']]).toEqual([
            200,
            undefined,
            undefined,
            undefined,
          ]);
    };
    await expectExempt();
    await flag(account, false);
    for (const token of tokens) {
      let granted = 0;
      let answer = await account.call('GET', '/me', { token });
      for (; answer.status === 200; answer = await account.call('GET', '/me', { token })) granted += 1;
      answer.refused(429, 'rate limited');
      expect(granted).toBeGreaterThanOrEqual(30);
    }
    await flag(account, true);
    await expectExempt();
  });
});
