import { afterAll, beforeAll, expect, test } from 'vitest';

import { unique, type Account, type TestService } from './harness.ts';
import { eventOf, newSub, startPaidService, toldOf, withFields } from './stripe-events.ts';

// Whose a subscription is, and what of it is owed (rulings §9.4).

let service: TestService;
beforeAll(async () => {
  service = await startPaidService();
});
afterAll(() => service.stop());
const { accepted, planOf, acts } = toldOf(() => service);

const itemsOf = (...prices: unknown[]) => ({
  items: { object: 'list', data: prices.map((price, at) => ({ id: `si_${at}`, price })) },
});
const heldOf = async ({ id }: Account): Promise<string[]> => {
  const { items } = (await service.admin('GET', '/attention', { query: { kind: 'held_payment', limit: 200 } }))
    .body as { items: { account_id: string; sentence: string }[] }; // compared with sentences below
  return items.filter((item) => item.account_id === id).map(({ sentence }) => sentence);
};

test.each([
  ['an empty object', {}],
  ['null', null],
  ['a blank id', { account_id: ' ' }],
])(
  'R§9.4 an upgrade and an end whose metadata is %s are of the account that the subscription was last of',
  async (_what, metadata) => {
    const [account, sub] = [await service.makeAccount({ plan: 'free' }), newSub()];
    await accepted(eventOf(account, sub, 11, 'active'));
    await accepted(withFields(eventOf(account, sub, 12, 'active', 'price_a'), { metadata }));
    expect(await planOf(account)).toBe('agency');
    await accepted(withFields(eventOf(account, sub, 13, 'deleted', 'price_a'), { metadata }));
    expect(await planOf(account)).toBe('free');
  },
);

test('R§9.4 a grant that names another account ends the subscription for the former one; each account’s record names the event', async () => {
  const [one, other] = [await service.makeAccount({ plan: 'free' }), await service.makeAccount({ plan: 'free' })];
  const sub = newSub();
  const plans = async () => [await planOf(one), await planOf(other)];
  await accepted(eventOf(one, sub, 11, 'active', 'price_p'));
  const moved = eventOf({ id: other.id.toUpperCase() }, sub, 12, 'active', 'price_p');
  await accepted(moved);
  expect(await plans()).toEqual(['free', 'pro']);
  const left = { from: 'pro', to: 'free', sites_paused: 0 };
  expect(await acts(one)).toContainEqual({ actor: moved.id, action: 'account.plan', detail: left });
  await accepted(eventOf(one, sub, 13, 'active', 'price_p'));
  expect(await plans()).toEqual(['pro', 'free']);
  // Late: the account had it and lost it in between.
  await accepted(eventOf(other, sub, 12, 'active', 'price_a'));
  expect(await plans()).toEqual(['pro', 'free']);
  // Of an account that does not exist: nothing is taken away, and its end counts.
  const nobody = { id: '00000000-0000-4000-8000-000000000000' };
  await accepted(eventOf(nobody, sub, 14, 'active', 'price_a'));
  expect(await plans()).toEqual(['pro', 'free']);
  await accepted(eventOf(nobody, sub, 15, 'deleted', 'price_a'));
  expect(await plans()).toEqual(['free', 'free']);
});

test('R§9.4 moves there and back, ten at once, leave the subscription with the account of the newest one', async () => {
  const accounts = await Promise.all(Array.from({ length: 3 }, () => service.makeAccount({ plan: 'free' })));
  const [sub, price] = [newSub(), 'price_p'];
  const events = Array.from({ length: 10 }, (_, at) =>
    eventOf(accounts[at % 3] ?? { id: '' }, sub, 20 + at, 'active', price),
  );
  await Promise.all(events.map(accepted));
  expect(await Promise.all(accounts.map(planOf))).toEqual(['pro', 'free', 'free']);
});

test('R§9.4 what is known of a subscription counts once an event names its account: an end that came before the grant, and an upgrade', async () => {
  const [ended, upgraded] = [await service.makeAccount({ plan: 'free' }), await service.makeAccount({ plan: 'free' })];
  const [one, other] = [newSub(), newSub()];
  await accepted(withFields(eventOf(ended, one, 13, 'deleted', 'price_p'), { metadata: {} }));
  await accepted(eventOf(ended, one, 11, 'active', 'price_p'));
  expect(await planOf(ended)).toBe('free');
  await accepted(withFields(eventOf(upgraded, other, 13, 'active', 'price_a'), { metadata: {} }));
  await accepted(eventOf(upgraded, other, 11, 'active', 'price_p'));
  expect(await planOf(upgraded)).toBe('agency');
});

test('R§9.4 an item without a known price, without a price, or of which there are none gives no plan and hides none', async () => {
  const [account, sub] = [await service.makeAccount({ plan: 'free' }), newSub()];
  const items = async (at: number, ...prices: unknown[]) => {
    await accepted(withFields(eventOf(account, sub, at, 'active'), itemsOf(...prices)));
    return planOf(account);
  };
  expect(await items(11, { id: 'price_addon' }, { id: 'price_p' })).toBe('pro');
  expect(await items(12, null, { id: 'price_gone', deleted: true }, { id: 'price_s' }, 7)).toBe('starter');
  expect(await items(13, { id: 'price_s' }, { id: 'price_a' }, { id: 'price_p' })).toBe('agency');
  const none = {
    data: [
      { price: { id: 'price_a' }, quantity: 0 },
      { price: { id: 'price_s' }, quantity: 1 },
    ],
  };
  await accepted(withFields(eventOf(account, sub, 14, 'active'), { items: none }));
  expect(await planOf(account)).toBe('starter');
});

test('R§9.4 R§8.b12 a subscription for which no payment is collected keeps its plan and needs attention until it is collected again', async () => {
  const [account, sub] = [await service.makeAccount({ plan: 'free' }), newSub()];
  await accepted(eventOf(account, sub, 11, 'active', 'price_p'));
  const paused = { pause_collection: { behavior: 'void', resumes_at: null } };
  await accepted(withFields(eventOf(account, sub, 12, 'active', 'price_p'), paused));
  expect([await planOf(account), await heldOf(account)]).toEqual([
    'pro',
    ['The payment provider collects no payment for a subscription; its plan stays.'],
  ]);
  await accepted(withFields(eventOf(account, sub, 13, 'active', 'price_p'), { pause_collection: null }));
  expect([await planOf(account), await heldOf(account)]).toEqual(['pro', []]);
});

test('R§9.4 no field of a signed event is an error: what the database cannot store becomes text that it can, or is left out', async () => {
  const [account, sub] = [await service.makeAccount({ plan: 'free' }), newSub()];
  const dirt = ['x\0y', '\ud800', 'x'.repeat(100_000), 9_007_199_254_740_991, null, []];
  for (const value of dirt) {
    const paid = eventOf(account, sub, 11, 'active');
    for (const field of Object.keys({ ...paid.data.object, customer: 0, cancel_at: 0, cancel_at_period_end: 0 }))
      await accepted(withFields({ ...paid, id: `evt_${unique()}` }, { [field]: value }));
    for (const status of ['past_due', 'active'])
      await accepted(
        withFields(eventOf(account, sub, 11, status), {
          ...itemsOf({ id: value }, value),
          customer: { id: value },
          metadata: { account_id: value },
          current_period_end: value,
          cancel_at_period_end: true,
        }),
      );
    for (const field of ['id', 'created', 'type']) await accepted({ ...paid, [field]: value });
    await accepted({ ...paid, data: value });
    await accepted({ ...paid, data: { object: value } });
  }
  await accepted(withFields(eventOf(account, sub, 50, 'active'), { status: 'odd\0status' }));
  expect(await heldOf(account)).toEqual(['The payment provider reports a subscription as odd\ufffdstatus.']);
});
