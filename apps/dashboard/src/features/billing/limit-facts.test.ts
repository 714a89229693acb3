import { expect, test } from 'vitest';

import { limitFacts } from './limit-facts.ts';

const plan = { sites: 25, keys_per_site: 2, account_keys: 10, retention_days: 90, fair_use_events: 2_000_000 };
const unlimited = { sites: -1, keys_per_site: -1, account_keys: -1, retention_days: -1, fair_use_events: -1 };
const billing = {
  plan: 'pro',
  is_reseller: false,
  limits: plan,
  plan_limits: plan,
  plans: [],
  subscription: null,
  unpriced: 0,
  checkout: false,
  portal: false,
  contact: null,
  paused_sites: 0,
  chosen_today: 0,
};

test('R§10.18 billing says what binds now, and beside a reseller’s «unlimited» what the plan alone would say', () => {
  expect(limitFacts(billing)).toEqual([
    ['Active sites', 'at most 25 sites'],
    ['Keys of each site', 'at most 2 keys'],
    ['API keys', 'at most 10 keys'],
    ['Events are kept', '90 days'],
    ['Fair use', '2,000,000 events a month'],
  ]);
  const reseller = { ...billing, is_reseller: true, limits: { ...unlimited, hard_limit_events: -1 } };
  expect(limitFacts({ ...reseller, plan_limits: { ...plan, hard_limit_events: 30_000 } })).toEqual([
    ['Active sites', 'unlimited; the pro plan alone: at most 25 sites'],
    ['Keys of each site', 'unlimited; the pro plan alone: at most 2 keys'],
    ['API keys', 'unlimited; the pro plan alone: at most 10 keys'],
    ['Events are kept', 'unlimited; the pro plan alone: 90 days'],
    ['Fair use', 'unlimited; the pro plan alone: 2,000,000 events a month'],
    ['Accepted a month', 'unlimited; the pro plan alone: at most 30,000 events'],
  ]);
});
