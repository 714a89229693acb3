import { expect, test } from 'vitest';

import {
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

/** `at` is in seconds. */
function event(at: number, status: string, price = 'price_s', sub = { id: 'sub_1', created: 10 }): SubscriptionEvent {
  return {
    id: `evt_${sub.id}_${at}`,
    created: at,
    isDeleted: status === 'deleted',
    subscription: { ...sub, status: status === 'deleted' ? 'canceled' : status, accountId: 'x', price },
  };
}

/** The final plan if the events arrive in this order. */
function planOf(events: readonly SubscriptionEvent[], before = 'free'): string {
  const kept = new Map<string, KeptSubscription>();
  let plan = before;
  for (const one of events) {
    const meaning = meaningOf(one, prices);
    if (meaning !== 'grant' && meaning !== 'end') continue;
    const before = kept.get(one.subscription.id);
    const after = withEvent(before, one, meaning);
    kept.set(after.id, after);
    plan = planAfter([...kept.values()], { before, after }, prices) ?? plan;
  }
  return plan;
}

function* ordersOf<T>(all: readonly T[]): Generator<T[]> {
  if (all.length === 0) yield [];
  for (const [at, one] of all.entries()) for (const rest of ordersOf(all.toSpliced(at, 1))) yield [one, ...rest];
}

const second = { id: 'sub_2', created: 40 };
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

test.each(['incomplete', 'past_due', 'paused', 'something new'])(
  'R§9.4 the status %s neither grants nor ends a plan',
  (status) => {
    expect(meaningOf(event(1, status), prices)).toBe('nothing');
    expect(planOf([event(1, status)], 'agency')).toBe('agency');
  },
);

test('R§10.48 a price that buys no plan is paid until an ending event that is not older, and changes no plan, in every order', () => {
  const unpriced = [event(11, 'active', 'price_gone'), event(30, 'active', 'price_gone')];
  const paidAfter = (events: readonly SubscriptionEvent[]): boolean[] =>
    [...ordersOf(events)].map((order) => {
      let kept: KeptSubscription | undefined;
      for (const one of order) {
        const meaning = meaningOf(one, prices);
        if (meaning !== 'nothing') kept = withEvent(kept, one, meaning);
      }
      return kept !== undefined && isPaid(kept);
    });
  expect(new Set(paidAfter([...unpriced, event(20, 'canceled'), event(31, 'past_due')]))).toEqual(new Set([true]));
  expect(new Set(paidAfter([...unpriced, event(30, 'canceled')]))).toEqual(new Set([false]));
  expect(new Set(paidAfter([event(11, 'active'), event(12, 'active', 'price_gone')]))).toEqual(new Set([true]));
  for (const order of ordersOf([...unpriced, event(40, 'canceled')])) expect(planOf(order, 'agency')).toBe('agency');
});
