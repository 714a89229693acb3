import { expect, test } from 'vitest';

import {
  hasEndedFor,
  isPaid,
  meaningOf,
  planAfter,
  withEvent,
  type KeptSubscription,
  type SubscriptionEvent,
} from './subscription-rule.ts';

const prices = new Map([
  ['price_s', 'starter'],
  ['price_p', 'pro'],
  ['price_a', 'agency'],
]);

const plans = [
  { slug: 'free', sites: 1, retentionDays: 7 },
  { slug: 'starter', sites: 5, retentionDays: 30 },
  { slug: 'pro', sites: 25, retentionDays: 90 },
  { slug: 'agency', sites: 100, retentionDays: 365 },
];

/** An event about an account `a`, another one, or none. `at` is in seconds. */
function event(
  at: number,
  status: string,
  price = 'price_s',
  { id = 'sub_1', created = 10, account = 'a' }: { id?: string; created?: number; account?: 'a' | 'b' | '' } = {},
): SubscriptionEvent {
  return {
    id: `evt_${id}_${at}`,
    created: at,
    isDeleted: status === 'deleted',
    subscription: {
      id,
      created,
      status: status === 'deleted' ? 'canceled' : status,
      accountId: account === '' ? undefined : account,
      prices: [price],
    },
  };
}

const rowIds = { a: 1, b: 2 };

/** The final plans of the accounts `a` and `b` if the events arrive in this order. */
function plansOf(events: readonly SubscriptionEvent[], before = 'free'): { a: string; b: string } {
  const kept = new Map<string, KeptSubscription>();
  const found = { a: before, b: before };
  for (const one of events) {
    const meaning = meaningOf(one, prices, plans);
    const before = kept.get(one.subscription.id);
    const { accountId } = one.subscription;
    const named = accountId === 'a' || accountId === 'b' ? rowIds[accountId] : undefined;
    const after = withEvent(before, one, meaning, named);
    kept.set(after.id, after);
    const settles = meaning.kind === 'grant' || meaning.kind === 'end';
    if (!settles && before?.account === after.account) continue;
    for (const name of ['a', 'b'] as const) {
      const account = rowIds[name];
      const isMeant = meaning.kind === 'grant' && named === account;
      if (account !== before?.account && account !== after.account && !isMeant) continue;
      const all = [...kept.values()].filter((one) => one.account === account);
      found[name] = planAfter(all, prices, { hasEnded: hasEndedFor(account, { before, after }) }) ?? found[name];
    }
  }
  return found;
}

/** The final plan of the account `a`. */
const planOf = (events: readonly SubscriptionEvent[], before = 'free'): string => plansOf(events, before).a;

function* ordersOf<T>(all: readonly T[]): Generator<T[]> {
  if (all.length === 0) yield [];
  for (const [at, one] of all.entries()) for (const rest of ordersOf(all.toSpliced(at, 1))) yield [one, ...rest];
}

const second = { id: 'sub_2', created: 40 };
const [b, nobody] = [{ account: 'b' }, { account: '' }] as const;
test.each<[what: string, plan: string, events: SubscriptionEvent[]]>([
  [
    'a subscription that ends',
    'free',
    [
      event(10, 'incomplete'),
      event(11, 'trialing'),
      event(20, 'active', 'price_p'),
      event(30, 'past_due', 'price_p'),
      event(31, 'active', 'price_a'),
      event(50, 'canceled', 'price_a'),
      event(51, 'deleted', 'price_a'),
    ],
  ],
  [
    'a subscription that ends and is restored',
    'agency',
    [
      event(10, 'incomplete'),
      event(11, 'active'),
      event(20, 'unpaid'),
      event(30, 'active', 'price_p'),
      event(31, 'past_due', 'price_p'),
      event(32, 'active', 'price_a'),
      event(33, 'active', 'price_unknown'),
    ],
  ],
  [
    'two subscriptions, of which the later one goes on',
    'pro',
    [
      event(11, 'active', 'price_a'),
      event(40, 'incomplete', 'price_p', second),
      event(41, 'active', 'price_p', second),
      event(45, 'past_due', 'price_p', second),
      event(46, 'active', 'price_p', second),
      event(50, 'canceled', 'price_a'),
      event(51, 'deleted', 'price_a'),
    ],
  ],
  [
    'two subscriptions, of which the earlier one goes on',
    'starter',
    [
      event(11, 'trialing'),
      event(20, 'active'),
      event(41, 'active', 'price_a', second),
      event(42, 'active', 'price_p', second),
      event(43, 'unpaid', 'price_p', second),
      event(44, 'deleted', 'price_p', second),
      event(60, 'past_due'),
    ],
  ],
  ['one that ended in the second in which it was granted', 'free', [event(11, 'active'), event(11, 'canceled')]],
])('R§9.4 %s ends on %s in every order of delivery', (_what, plan, events) => {
  let orders = 0;
  for (const order of ordersOf(events)) {
    // Also for an account whose plan an operator had set before.
    for (const before of ['free', 'pro']) expect(planOf(order, before), order.map(({ id }) => id).join(' ')).toBe(plan);
    orders += 1;
  }
  expect(orders).toBeGreaterThan(1);
});

test('R§9.4 a subscription that ends and was never granted takes no plan away', () => {
  const failed = [event(41, 'incomplete_expired', 'price_p', second), event(42, 'deleted', 'price_p', second)];
  for (const order of ordersOf(failed)) expect(planOf(order, 'agency')).toBe('agency');
  for (const order of ordersOf([event(11, 'active', 'price_a'), ...failed])) expect(planOf(order)).toBe('agency');
});

test('R§9.4 of two grants in the same second the one that arrives later counts', () => {
  const [starter, pro] = [event(11, 'active'), event(11, 'active', 'price_p')];
  expect(planOf([starter, pro])).toBe('pro');
  expect(planOf([pro, starter])).toBe('starter');
});

test.each<[what: string, plans: { a: string; b: string }, events: SubscriptionEvent[]]>([
  [
    'that ends without metadata',
    { a: 'free', b: 'free' },
    [event(11, 'active'), event(20, 'active', 'price_p', nobody), event(30, 'deleted', 'price_p', nobody)],
  ],
  [
    'that is upgraded without metadata',
    { a: 'agency', b: 'free' },
    [event(10, 'incomplete'), event(11, 'active', 'price_a', nobody), event(12, 'past_due', 'price_a', nobody)],
  ],
  [
    'that moves',
    { a: 'free', b: 'pro' },
    [event(11, 'active', 'price_a'), event(20, 'active', 'price_s', b), event(30, 'active', 'price_p', nobody)],
  ],
  [
    'that moves and comes back',
    { a: 'starter', b: 'free' },
    [event(11, 'active', 'price_a'), event(20, 'active', 'price_a', b), event(30, 'active', 'price_s')],
  ],
  [
    'that moves and ends, though its end names the former account',
    { a: 'free', b: 'free' },
    [event(11, 'active', 'price_a'), event(20, 'active', 'price_a', b), event(40, 'deleted', 'price_a')],
  ],
  [
    'that moves while another one of the former account goes on',
    { a: 'pro', b: 'agency' },
    [event(11, 'active', 'price_a'), event(12, 'active', 'price_p', second), event(20, 'active', 'price_a', b)],
  ],
  [
    'that another account is named for by what grants nothing',
    { a: 'agency', b: 'free' },
    [
      event(11, 'active', 'price_a'),
      event(20, 'past_due', 'price_a', b),
      event(21, 'active', 'price_unknown', b),
      event(22, 'active', 'price_a', nobody),
    ],
  ],
])('R§9.4 a subscription %s gives each account the same plan in every order of delivery', (_what, expected, events) => {
  let orders = 0;
  for (const order of ordersOf(events)) {
    expect(plansOf(order), order.map(({ id }) => id).join(' ')).toEqual(expected);
    orders += 1;
  }
  expect(orders).toBeGreaterThan(1);
});

test('R§9.4 of two accounts that are named in the same second the one of the later arrival has the subscription', () => {
  const [one, other] = [event(11, 'active'), event(11, 'active', 'price_s', b)];
  expect(plansOf([one, other])).toEqual({ a: 'free', b: 'starter' });
  expect(plansOf([other, one])).toEqual({ a: 'starter', b: 'free' });
});

test('R§9.4 of several items those with a known price count, and of several known the largest plan, in every order', () => {
  const items = ['price_unknown', 'price_s', 'price_a', 'price_p'];
  for (const order of ordersOf(items)) {
    const one = event(11, 'active');
    one.subscription.prices = order;
    expect(meaningOf(one, prices, plans)).toEqual({ kind: 'grant', price: 'price_a' });
    // Of as many sites the plan that keeps events longer counts.
    const alike = plans.map((plan) => ({ ...plan, sites: 5, retentionDays: plan.slug === 'pro' ? 400 : 30 }));
    expect(meaningOf(one, prices, alike)).toEqual({ kind: 'grant', price: 'price_p' });
  }
});

test.each(['incomplete', 'past_due', 'paused', 'something new'])(
  'R§9.4 the status %s neither grants nor ends a plan',
  (status) => {
    expect(meaningOf(event(1, status), prices, plans)).toEqual({ kind: 'nothing' });
    expect(planOf([event(1, status)], 'agency')).toBe('agency');
  },
);

test('R§10.48 a price that buys no plan is paid until an ending event that is not older, and changes no plan, in every order', () => {
  const unpriced = [event(11, 'active', 'price_gone'), event(30, 'active', 'price_gone')];
  const paidAfter = (events: readonly SubscriptionEvent[]): boolean[] =>
    [...ordersOf(events)].map((order) => {
      let kept: KeptSubscription | undefined;
      for (const one of order) kept = withEvent(kept, one, meaningOf(one, prices, plans), rowIds.a);
      return kept !== undefined && isPaid(kept);
    });
  expect(new Set(paidAfter([...unpriced, event(20, 'canceled'), event(31, 'past_due')]))).toEqual(new Set([true]));
  expect(new Set(paidAfter([...unpriced, event(30, 'canceled')]))).toEqual(new Set([false]));
  expect(new Set(paidAfter([event(11, 'active'), event(12, 'active', 'price_gone')]))).toEqual(new Set([true]));
  for (const order of ordersOf([...unpriced, event(40, 'canceled')])) expect(planOf(order, 'agency')).toBe('agency');
});
