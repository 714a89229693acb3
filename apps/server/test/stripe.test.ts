import { createHmac } from 'node:crypto';

import { notePaymentRefusal } from '@goal/core';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, unique, type TestService } from './harness.ts';
import { eventOf, newSub, older, sign, startPaidService, toldOf, withFields } from './stripe-events.ts';

let service: TestService;
beforeAll(async () => {
  service = await startPaidService();
});
afterAll(() => service.stop());
const { deliver, accepted, planOf, acts } = toldOf(() => service);

test('R§9.4 the operator’s summary names live subscriptions; deleting the account calls no Stripe API, and later events change nothing', async () => {
  const account = await service.makeAccount({ plan: 'free' });
  const living = async () =>
    ((await service.admin('GET', `/accounts/${account.id}/summary`)).body as { living_subscriptions?: string[] })
      .living_subscriptions;
  expect(await living()).toBeUndefined();
  const [paid, ended] = [newSub(10), newSub(11)];
  await accepted(eventOf(account, ended, 11, 'active', 'price_s'));
  await accepted(eventOf(account, paid, 12, 'active', 'price_p'));
  await accepted(eventOf(account, ended, 13, 'canceled', 'price_s'));
  expect(await living()).toEqual([paid.id]);
  (await service.admin('DELETE', `/accounts/${account.id}?confirm=true`)).done();
  await accepted(eventOf(account, paid, 14, 'active', 'price_p'));
  await accepted(eventOf(account, paid, 15, 'deleted', 'price_p'));
  (await service.admin('GET', `/accounts/${account.id}/summary`)).refused(404, 'not found');
});

test('R§9.4 a paid subscription sets the plan, and an ended one sets free; each change is recorded once, with its event', async () => {
  const [account, sub] = [await service.makeAccount({ plan: 'free' }), newSub()];
  const paid = eventOf(account, sub, 11, 'active', 'price_p');
  await accepted(paid);
  expect(await planOf(account)).toBe('pro');
  await accepted(eventOf(account, sub, 12, 'past_due', 'price_p'));
  expect(await planOf(account)).toBe('pro');
  const ended = eventOf(account, sub, 13, 'deleted', 'price_p');
  await accepted(ended);
  expect(await planOf(account)).toBe('free');
  expect(await acts(account)).toEqual([
    { actor: ended.id, action: 'account.plan', detail: { from: 'pro', to: 'free', sites_paused: 0 } },
    { actor: paid.id, action: 'account.plan', detail: { from: 'free', to: 'pro', sites_paused: 0 } },
  ]);
});

test('R§9.4 a downgrade by payment pauses the newest sites until the cap holds', async () => {
  const [account, sub] = [await service.makeAccount({ plan: 'starter' }), newSub()];
  const oldest = await service.makeSite(account);
  for (let more = 0; more < 2; more += 1) await service.makeSite(account);
  await accepted(eventOf(account, sub, 10, 'active', 'price_s'));
  await accepted(eventOf(account, sub, 11, 'canceled'));
  const view = await service.viewOf(account);
  expect(view.plan).toBe('free');
  const active = view.sites.filter(({ status }) => status === 'active').map(({ id }) => id);
  expect(active).toEqual([oldest.id]);
});

test('R§9.4 each event is applied once, when repeated and when sent ten times at once', async () => {
  const [account, sub] = [await service.makeAccount({ plan: 'free' }), newSub()];
  const first = eventOf(account, sub, 11, 'active', 'price_p');
  await Promise.all(Array.from({ length: 10 }, () => accepted(first)));
  expect(await acts(account)).toHaveLength(1);
  // Within one second the later arrival counts; the first one resent is not later.
  await accepted(eventOf(account, sub, 11, 'active', 'price_a'));
  await accepted(first);
  expect(await planOf(account)).toBe('agency');
});

inAllRun(() => {
  test('R§9.4 with two subscriptions, in any order and five at once, the newest living one sets the plan', async () => {
    for (let round = 0; round < 20; round += 1) {
      const account = await service.makeAccount({ plan: 'starter' });
      const [one, two] = [newSub(10), newSub(40)];
      const events = [
        eventOf(account, one, 11, 'trialing', 'price_a'),
        eventOf(account, one, 50, 'active', 'price_p'),
        eventOf(account, two, 41, 'active', 'price_a'),
        eventOf(account, two, 42, 'past_due', 'price_a'),
        eventOf(account, two, 60, 'unpaid', 'price_a'),
        eventOf(account, two, 61, 'deleted', 'price_a'),
      ];
      // Each round uses another order, by a fixed rule.
      const order = events.toSorted((a, b) => mixed(round, events.indexOf(a)) - mixed(round, events.indexOf(b)));
      if (round % 2 === 0) for (const event of order) await accepted(event);
      else await Promise.all(order.map(accepted));
      expect(await planOf(account), order.map((event) => events.indexOf(event)).join(' ')).toBe('pro');
    }
  });
});
const mixed = (round: number, at: number): number =>
  createHmac('sha256', String(round)).update(String(at)).digest().readUInt32BE();

test.each(['incomplete', 'paused', 'past_due'])(
  'R§9.4 the status %s changes nothing and is answered 200',
  async (status) => {
    const account = await service.makeAccount({ plan: 'starter' });
    await accepted(eventOf(account, newSub(), 11, status, 'price_a'));
    expect(await planOf(account)).toBe('starter');
  },
);

test('R§9.4 an unknown event is answered 200, changes nothing, stores nothing and is logged', async () => {
  const account = await service.makeAccount({ plan: 'starter' });
  const sub = newSub();
  const strange = [
    eventOf(account, newSub(), 90, 'active', 'price_unknown'),
    eventOf({ id: '00000000-0000-4000-8000-000000000000' }, sub, 91, 'canceled'),
    eventOf({ id: 'no-uuid' }, sub, 92, 'active'),
    withFields(eventOf(account, newSub(), 93, 'canceled'), { metadata: undefined }),
  ];
  for (const event of strange) await accepted(event);
  for (const { id } of strange) expect(service.log.join('')).toContain(id);
  await accepted({ ...eventOf(account, sub, 94, 'active'), type: 'invoice.paid' });
  // The database cannot store these ids: the provider made neither.
  await accepted({ ...eventOf(account, sub, 95, 'active'), id: `evt_\0${unique()}` });
  await accepted(eventOf(account, { ...sub, id: `sub_\0${unique()}` }, 96, 'active'));
  await accepted('null');
  expect(await planOf(account)).toBe('starter');
  // The later ones left nothing behind: an earlier grant counts.
  await accepted(eventOf(account, sub, 11, 'active', 'price_p'));
  expect(await planOf(account)).toBe('pro');
});

test('R§9.4 the signature covers the raw body: altered, missing, foreign or older than 5 minutes it is refused', async () => {
  const account = await service.makeAccount({ plan: 'free' });
  const payload = JSON.stringify(eventOf(account, newSub(), 11, 'active'));
  const seconds = Math.floor(Date.now() / 1000);
  const bad = [
    await deliver(`${payload} `, sign(payload)),
    await deliver(payload, ''),
    await deliver(payload, 't=1,v1=00'),
    await deliver(payload, sign(payload, { secret: 'whsec_foreign' })),
    await deliver(payload, sign(payload, { timestamp: seconds - 310 })),
    await deliver('not json', 'x'),
    await service.call('POST', '/billing/stripe', { body: payload }),
    await service.call('POST', '/billing/stripe'),
  ];
  for (const answer of bad) answer.refused(400, 'invalid signature');
  expect(await planOf(account)).toBe('free');
  // An unsigned request does not hide the signed unknown event before it.
  expect(await service.db.prisma.paymentRefusal.findMany()).toMatchObject([
    { reason: expect.stringMatching(/^unknown (account|price) in evt_/) },
  ]);
  await service.db.prisma.paymentRefusal.deleteMany();
  await notePaymentRefusal(service, 'invalid signature');
  expect(await service.db.prisma.paymentRefusal.findMany()).toMatchObject([{ reason: 'invalid signature' }]);
  // A body with added spaces is another body and needs its own signature; the older secret still
  // works.
  const spaced = `${payload}\n`;
  expect((await deliver(spaced, sign(spaced, { secret: older, timestamp: seconds - 280 }))).status).toBe(200);
  expect(await planOf(account)).toBe('starter');
});

test('R§9.4 R§2.2 the path judges JSON, size and method as every other path does', async () => {
  (await deliver('{')).refused(400, 'invalid JSON body');
  (await deliver(`"${'x'.repeat(1024 * 1024)}"`)).refused(413, 'body too large');
  const wrong = await service.call('GET', '/billing/stripe');
  wrong.refused(405, 'method not allowed');
  expect(wrong.headers['allow']).toBe('POST, OPTIONS');
});

test('R§9.4 without STRIPE_WEBHOOK_SECRET the path does not exist, and the log says so at the start', async () => {
  const silent = await startService();
  try {
    for (const method of ['GET', 'POST']) (await silent.call(method, '/billing/stripe')).refused(404, 'not found');
    expect(silent.log.join('')).toContain('STRIPE_WEBHOOK_SECRET is not set');
  } finally {
    await silent.stop();
  }
});

test('the log names a price without a plan at the start', async () => {
  await expect(startService({ stripePrices: new Map([['price_g', 'gold']]) })).rejects.toThrow(
    'STRIPE_PRICES names the plan gold, which does not exist.',
  );
});
