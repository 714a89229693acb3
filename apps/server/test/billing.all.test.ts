import { billingShape, errorCatalogue, planPreviewShape, providerPageShape, recordPageShape } from '@goal/contract';
import { openStripe } from '@goal/api';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { signedEvent, startStripe, type StripeDouble } from '../../../packages/api/test/stripe-double.ts';
import { readEnv } from '../src/env.ts';
import { startService, unique, type Account, type CallOptions, type TestService } from './harness.ts';
import { openSession } from './sessions.ts';
import { data, refused } from './trpc-answers.ts';

// Plans and payments in the dashboard (rulings §10.36), with a double of Stripe.

const [key, webhook] = ['sk_test_secretOfTheseTests', 'whsec_of_these_tests'];
const origin = 'https://goal.example.com';
let stripe: StripeDouble;
let service: TestService;
beforeAll(async () => {
  stripe = await startStripe();
  service = await startService({
    stripeSecretKey: key,
    stripeApiUrl: stripe.url,
    stripeWebhookSecrets: [webhook],
    stripePrices: new Map([
      ['price_p', 'pro'],
      ['price_p_yearly', 'pro'],
      ['price_a', 'agency'],
    ]),
    billingContact: 'billing@provider.test',
    dashboardUrl: origin,
  });
});
afterAll(async () => {
  await service.stop();
  await stripe.stop();
});

const ask = (procedure: string, owner: CallOptions, input: object = {}) =>
  service.call('GET', `/trpc/dashboard.${procedure}`, {
    root: true,
    query: { input: JSON.stringify(input) },
    ...owner,
  });
const act = (procedure: string, owner: CallOptions, body: object = {}) =>
  service.call('POST', `/trpc/dashboard.${procedure}`, { root: true, body, ...owner });
const billing = async (owner: CallOptions) => billingShape.parse(data(await ask('billing.get', owner)));
const checkout = (owner: CallOptions, plan: string) => act('billing.checkout', owner, { plan });
/** Begins a checkout; resolves to the session that the owner is led to. */
async function begun(owner: CallOptions, plan: string) {
  const { url } = providerPageShape.parse(data(await checkout(owner, plan)));
  const session = stripe.sessions.get(url.split('/').at(-1) ?? '');
  if (session === undefined) throw new Error(`no session at ${url}`);
  return session;
}
async function tell(account: Account, of: Partial<Parameters<typeof signedEvent>[1]> = {}): Promise<void> {
  const told = { account: account.id, id: `sub_${unique()}`, at: 11, status: 'active', price: 'price_p', ...of };
  const { payload, signature } = signedEvent(webhook, told);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  expect((await service.call('POST', '/billing/stripe', { body: payload, headers })).status).toBe(200);
}
const recordOf = async (owner: CallOptions) =>
  recordPageShape.parse(data(await ask('actions.list', owner, { action: 'billing.checkout' }))).actions;

async function open(plan = 'free') {
  const account = await service.makeAccount({ plan });
  return { account, owner: await openSession(service, account) };
}

test('R§10.36 R§10.18 billing shows what binds, all plans with the provider’s prices, and whom to ask', async () => {
  const { account, owner } = await open('starter');
  const shown = await billing(owner);
  expect(shown).toMatchObject({
    plan: 'starter',
    is_reseller: false,
    limits: { sites: 5, retention_days: 30, keys_per_site: 2, account_keys: 10, fair_use_events: 250_000 },
    plan_limits: { sites: 5 },
    subscription: null,
    checkout: true,
    portal: false,
    contact: 'billing@provider.test',
    paused_sites: 0,
    chosen_today: 0,
  });
  const price = { amount: 1900, currency: 'eur', interval: 'month' };
  expect(shown.plans.map(({ slug, for_sale, price: costs }) => [slug, for_sale, costs])).toEqual([
    ['free', false, null],
    ['starter', false, null],
    ['pro', true, price],
    ['agency', true, price],
  ]);
  await billing(owner);
  expect(stripe.calls.filter(({ route }) => route.startsWith('GET /v1/prices/')).map(({ route }) => route)).toEqual([
    'GET /v1/prices/price_p',
    'GET /v1/prices/price_a',
  ]);
  expect(planPreviewShape.parse(data(await ask('billing.preview', owner, { plan: 'pro' })))).toMatchObject({
    from: 'starter',
    to: 'pro',
    sites_to_pause: 0,
  });
  refused(await ask('billing.preview', owner, { plan: 'gold' }), 400, 'unknown plan');
  (await service.admin('POST', `/accounts/${account.id}/reseller`, { body: { enabled: true } })).done();
  const unlimited = { sites: -1, retention_days: -1, keys_per_site: -1, account_keys: -1, fair_use_events: -1 };
  expect(await billing(owner)).toMatchObject({ is_reseller: true, limits: unlimited, plan_limits: { sites: 5 } });
});

test('R§10.42 an account is led to twenty pages of the provider an hour; another account is not held up', async () => {
  const { account, owner } = await open();
  await begun(owner, 'pro');
  const spent = `update brake set spent = 20, at = clock_timestamp()
    where subject = (select sha256(('payment_page account ' || no)::bytea) from account where id = $1)`;
  expect((await service.db.work.query(spent, [account.id])).rowCount).toBe(1);
  const calls = stripe.calls.length;
  refused(await checkout(owner, 'agency'), 429, 'rate limited');
  await tell(account, { customer: 'cus_1' });
  const portal = await act('billing.portal', owner);
  refused(portal, 429, 'rate limited');
  expect(Number(portal.headers['retry-after'])).toBeGreaterThan(0);
  expect(stripe.calls).toHaveLength(calls);
  await begun((await open()).owner, 'pro');
});

test('R§10.36 a checkout names the account twice and leads back to it; the one that is open is handed out again, and ended before another', async () => {
  const { account, owner } = await open();
  const first = await begun(owner, 'pro');
  expect(Object.fromEntries(first.params)).toEqual({
    mode: 'subscription',
    'line_items[0][price]': 'price_p',
    'line_items[0][quantity]': '1',
    client_reference_id: account.id,
    'subscription_data[metadata][account_id]': account.id,
    customer_email: account.email,
    success_url: `${origin}/a/${account.id}/settings/billing?paid=pro`,
    cancel_url: `${origin}/a/${account.id}/settings/billing`,
    expires_at: expect.stringMatching(/^\d+$/),
  });
  const { headers } = stripe.calls.findLast(({ route }) => route === 'POST /v1/checkout/sessions') ?? {};
  expect(headers).toMatchObject({ authorization: `Bearer ${key}`, 'idempotency-key': expect.stringMatching(/.{36}/) });
  expect((await begun(owner, 'pro')).id).toBe(first.id);
  const second = await begun(owner, 'agency');
  expect([first.status, second.status, second.params.get('line_items[0][price]')]).toEqual([
    'expired',
    'open',
    'price_a',
  ]);
  expect(
    (await recordOf(owner)).map(({ who_kind, sentence }) => [who_kind, sentence.replaceAll(/[^\w ]/g, '')]),
  ).toEqual([
    ['member', 'went to the checkout of the plan agency'],
    ['member', 'went to the checkout of the plan pro'],
    ['member', 'went to the checkout of the plan pro'],
  ]);
  for (const plan of ['free', 'gold']) refused(await checkout(owner, plan), 400, 'unknown plan');
  // An operator may have removed it at the provider.
  stripe.sessions.delete(second.id);
  expect((await begun(owner, 'agency')).status).toBe('open');
});

test('R§10.36 of two owners who begin a checkout at once, never more than one is led to a page that takes a payment', async () => {
  for (const plans of [
    ['pro', 'pro'],
    ['pro', 'agency'],
  ] as const) {
    const { account, owner } = await open();
    const another = await openSession(service, account);
    stripe.together = 2;
    const [one, other] = await Promise.all([begun(owner, plans[0]), begun(another, plans[1])]);
    const handed = new Set([one, other]);
    expect([...handed].filter(({ status }) => status === 'open')).toHaveLength(1);
    expect(handed.size).toBe(new Set(plans).size);
  }
});

test('R§10.36 R§9.4 while a subscription lives, or a payment is not confirmed yet, there is no second checkout; the next one is for the same customer', async () => {
  const { account, owner } = await open();
  const conflict = errorCatalogue.subscription_exists.message;
  const session = await begun(owner, 'pro');
  refused(await act('billing.portal', owner), 404, 'not found');
  stripe.pay(session.id);
  refused(await checkout(owner, 'pro'), 409, conflict);
  refused(await checkout(owner, 'agency'), 409, conflict);
  const id = session.subscription ?? '';
  await tell(account, { id, customer: 'cus_1', cancelAt: 1_800_000_000 });
  expect(await billing(owner)).toMatchObject({
    plan: 'pro',
    subscription: { status: 'active', ends_at: '2027-01-15T08:00:00.000Z', living: 1 },
    checkout: false,
    portal: true,
  });
  refused(await checkout(owner, 'agency'), 409, conflict);
  expect(data(await act('billing.portal', owner))).toEqual({ url: `${stripe.url}/portal/cus_1` });
  await tell(account, { status: 'trialing', price: 'price_a', at: 12 });
  expect((await billing(owner)).subscription?.living).toBe(2);

  const { account: former, owner: returning } = await open();
  const paid = await begun(returning, 'pro');
  stripe.pay(paid.id);
  await tell(former, { id: paid.subscription ?? '', customer: 'cus_2' });
  await tell(former, { id: paid.subscription ?? '', at: 12, status: 'canceled' });
  expect(await billing(returning)).toMatchObject({ plan: 'free', subscription: null, checkout: true, portal: true });
  const again = await begun(returning, 'agency');
  expect([again.params.get('customer'), again.params.get('customer_email')]).toEqual(['cus_2', null]);
  // Deleted at the provider.
  await service.db.prisma.subscription.updateMany({ where: { customer: 'cus_2' }, data: { customer: 'cus_missing' } });
  expect((await begun(returning, 'pro')).params.get('customer_email')).toBe(former.email);
});

test('R§10.36 R§10.48 a paid subscription whose price buys no plan is a conflict with a portal until it ends: no checkout, no deletion', async () => {
  const { account, owner } = await open('agency');
  const session = await begun(owner, 'pro');
  stripe.pay(session.id);
  const told = { id: session.subscription ?? '', price: 'price_gone', customer: 'cus_9' };
  await tell(account, told);
  const conflict = errorCatalogue.subscription_exists.message;
  refused(await checkout(owner, 'pro'), 409, conflict);
  expect(await billing(owner)).toMatchObject({ subscription: null, unpriced: 1, checkout: false, portal: true });
  expect(data(await act('billing.portal', owner))).toEqual({ url: `${stripe.url}/portal/cus_9` });
  const deletion = () => act('account.delete', owner, { email: account.email });
  refused(await deletion(), 409, errorCatalogue.subscription_living.message);
  expect((await service.admin('GET', `/accounts/${account.id}/summary`)).body).toMatchObject({
    living_subscriptions: [told.id],
  });
  // Neither a status that says nothing nor an older event makes it unpaid.
  await tell(account, { ...told, at: 12, status: 'past_due' });
  await tell(account, { ...told, at: 10, status: 'canceled' });
  refused(await checkout(owner, 'pro'), 409, conflict);
  refused(await deletion(), 409, errorCatalogue.subscription_living.message);
  await tell(account, { ...told, at: 13, status: 'canceled' });
  expect(await billing(owner)).toMatchObject({ unpriced: 0, checkout: true });
  const next = await begun(owner, 'pro');
  expect([next.status, next.params.get('customer')]).toEqual(['open', 'cus_9']);
  // It had never granted a plan, so it takes none away.
  expect((await billing(owner)).plan).toBe('agency');
});

test('R§9.4 R§10.36 a subscription that is older than its customer learns it from its next event, of any kind that is kept', async () => {
  const { account, owner } = await open();
  await tell(account, { id: 'sub_old' });
  expect((await billing(owner)).portal).toBe(false);
  await tell(account, { id: 'sub_old', at: 12, customer: 'cus_3' });
  await tell(account, { id: 'sub_old', at: 13 });
  expect(data(await act('billing.portal', owner))).toEqual({ url: `${stripe.url}/portal/cus_3` });
});

test('R§10.36 a provider that refuses, is away or stays silent is 503, and its secret key is in no answer, no log and no table', async () => {
  const { account, owner } = await open();
  const away = errorCatalogue.payments_out_of_reach.message;
  const message = `Invalid API Key provided: ${key}`;
  stripe.refusal = [401, { error: { type: 'invalid_request_error', message } }];
  const tried = { ...owner, allow5xx: true };
  const answers = [await checkout(tried, 'pro')];
  await tell(account, { customer: 'cus_4', status: 'canceled' });
  answers.push(await act('billing.portal', tried));
  for (const answer of answers) refused(answer, 503, away);
  expect(service.log.join('')).toContain('opening a checkout failed: type StripeAuthenticationError');
  stripe.refusal = undefined;
  expect(await recordOf(owner)).toEqual([]);

  const gone = await startStripe();
  await gone.stop();
  const silent = await startStripe();
  silent.together = 2;
  for (const { url } of [gone, silent]) {
    const failures: unknown[] = [];
    const provider = openStripe({ key, apiUrl: url, waitMs: 50, onPriceFailure: (error) => failures.push(error) });
    const order = { accountId: account.id, price: 'price_p', customer: undefined, email: 'a@example.com' };
    const urls = { paidUrl: origin, cancelledUrl: origin };
    await expect(provider.openCheckout({ ...order, ...urls })).rejects.toThrow(away);
    if (url === gone.url) {
      expect(await provider.readPrice('price_p')).toBeNull();
      expect(failures).toHaveLength(1);
    }
  }
  await silent.stop();
  const tables = await service.db.work.query<{ found: string }>(
    `select coalesce(string_agg(a::text, ''), '') || coalesce((select string_agg(c::text, '') from checkout c), '') as found from action a`,
  );
  const everything = [
    ...service.log,
    ...answers.map(({ text }) => text),
    ...tables.rows.map(({ found }) => found),
  ].join('');
  expect(everything).toContain('billing.checkout');
  expect(everything).not.toContain(key);
});

test('R§9.4 R§10.36 a secret key without the webhook’s secret stops the start: no payment would reach its account', () => {
  const sentence = 'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it no payment would reach its account';
  expect(() => readEnv({ STRIPE_SECRET_KEY: key })).toThrow(sentence);
  expect(readEnv({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhook }).stripeSecretKey).toBe(key);
  for (const wrong of ['pk_test_public', 'whsec_x']) {
    const read = () => readEnv({ STRIPE_SECRET_KEY: wrong, STRIPE_WEBHOOK_SECRET: webhook });
    expect(read).toThrow('STRIPE_SECRET_KEY must be a secret or a restricted key of Stripe');
    expect(read).not.toThrow(wrong);
  }
});
