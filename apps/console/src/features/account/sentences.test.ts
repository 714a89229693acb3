import { daysSentence, roomSentence, usageSentence } from '@goal/ui/lib/usage-sentences.ts';
import { describe, expect, test } from 'vitest';

import { fairUseMailSentence } from './overview/fair-use-mail.ts';
import {
  activationOffer,
  activationOutcome,
  apiSentence,
  contentsSentence,
  keyCap,
  nameSentence,
  planOutcome,
  purgeSentence,
  subscriptionLinks,
  subscriptionSentence,
  withReseller,
} from './sentences.ts';
import { planSentence } from '@goal/ui/lib/plan-sentence.ts';

const limits = { sites: 5, retention_days: 30, keys_per_site: 2, account_keys: 10, fair_use_events: 250_000 };
const account = {
  id: '0198c0de-0000-7000-8000-000000000001',
  email: 'owner@example.com',
  name: null,
  plan: 'starter',
  is_reseller: false,
  created_at: '2026-01-31T12:00:00.000Z',
  limits,
  plan_limits: limits,
  api: true,
  usage: {
    sites_active: 4,
    sites_paused: 1,
    sites_revoked: 0,
    groups: 2,
    account_keys: 1,
    events_this_month: 12_345,
  },
  fair_use_mail: null,
  last_downgrade: null,
  kept: { events: 1, oldest_day: '2026-01-01', kept_until: '2026-01-31' },
};

test('a name is isolated, and its absence is said', () => {
  expect(nameSentence('Agency North')).toBe('The name is «\u2068Agency North\u2069» now.');
  expect(nameSentence(null)).toBe('The account has no name now.');
});

describe('usage', () => {
  test('is given with its limit, in the grammatical number of the limit', () => {
    expect(usageSentence(4, 5, 'site', 'sites')).toBe('4 of 5 sites');
    expect(usageSentence(0, 1, 'site', 'sites')).toBe('0 of 1 site');
  });
  test('without a limit is called unlimited', () => {
    expect(usageSentence(1, -1, 'site', 'sites')).toBe('1 site, unlimited');
    expect(usageSentence(2000, -1, 'site', 'sites')).toBe('2,000 sites, unlimited');
    expect(roomSentence(7, -1)).toBeUndefined();
  });
  test('beyond the limit, as after reseller is turned off, is given with the excess', () => {
    expect([roomSentence(4, 5), roomSentence(5, 5), roomSentence(23, 5)]).toEqual([
      '1 left',
      'none left',
      '18 more than the plan allows',
    ]);
  });
});

test('the e-mail about fair use says whether, when and to whom it went', () => {
  const mail = {
    written_at: '2026-01-30T08:00:00.000Z',
    to: 'a@example.com',
    sent_at: null,
    is_logged: false,
    failure: null,
  };
  const sentence = (given: Partial<typeof mail> | { sent_at: string } | { failure: string }) =>
    fairUseMailSentence({ ...mail, ...given }).replaceAll(/[\u2068\u2069]/g, '');
  expect(fairUseMailSentence(null)).toBe('beyond fair use the account gets an e-mail');
  expect(sentence({ sent_at: '2026-01-31T08:00:00.000Z' })).toBe('fair-use e-mail sent 31 Jan 2026 to a@example.com');
  expect(sentence({ failure: 'no such mailbox' })).toBe(
    'fair-use e-mail to a@example.com waits since 30 Jan 2026: no such mailbox',
  );
  expect(sentence({ is_logged: true })).toBe('fair-use e-mail logged, not sent: there is no mail server');
});

test('the next purge is on the day of the oldest event, overdue after that day, never for a reseller, and none without events', () => {
  expect(purgeSentence(account, '2026-01-31')).toMatch(/2026 \(UTC\), of the oldest event$/);
  expect(purgeSentence(account, '2026-02-01')).toMatch(/^overdue since .*2026 \(UTC\)$/);
  const none = { events: 0, oldest_day: null, kept_until: null };
  expect(purgeSentence({ ...account, kept: none }, '2026-01-31')).toBe('none: no event is kept');
  expect(purgeSentence({ is_reseller: true, kept: { ...account.kept, kept_until: null } }, '2026-01-31')).toBe(
    'never (reseller)',
  );
});

describe('the reseller flag shown before the answer', () => {
  test('on: there are no limits, the API is open, the plan stays', () => {
    const now = withReseller({ ...account, plan: 'free', api: false }, true);
    expect(now).toMatchObject({ is_reseller: true, plan: 'free', api: true, plan_limits: limits });
    expect(Object.values(now.limits)).toEqual([-1, -1, -1, -1, -1]);
    expect(apiSentence(now)).toBe('Open: the account is a reseller');
  });
  test('off: the limits of the plan apply', () => {
    expect(withReseller(withReseller(account, true), false)).toEqual(account);
  });
});

test('the sentence on the API says whether it is open, and why', () => {
  expect(apiSentence(account)).toBe('Open: the starter plan has it');
  expect(apiSentence({ ...account, plan: 'free', api: false })).toBe('Closed: the free plan does not have it');
});

test('a plan in one line', () => {
  const plan = { slug: 'free', sites: 1, retention_days: 7, keys_per_site: 2, api: false, fair_use_events: 10 };
  expect(planSentence(plan)).toBe('1 site · 7 days · no API · 10 events a month');
  expect([daysSentence(1), daysSentence(-1)]).toEqual(['1 day', 'unlimited']);
});

describe('what a change of plan has done', () => {
  const free = { ...limits, sites: 1, retention_days: 7 };
  const now = { ...account, plan: 'free', limits: free, plan_limits: free };
  test('is told as the number of paused sites and the retention', () => {
    const usage = { ...account.usage, sites_active: 1, sites_paused: 4 };
    expect(planOutcome(account, { ...now, usage })).toBe(
      '\u2068owner@example.com\u2069 is on the free plan now. 3 sites were paused. Retention is 7 days now.',
    );
  });
  test('neither pauses sites of a reseller nor shortens its retention', () => {
    expect(planOutcome(account, { ...now, is_reseller: true })).toBe(
      '\u2068owner@example.com\u2069 is on the free plan now.',
    );
  });
});

test('the contents of an account are counted, including revoked sites', () => {
  expect(contentsSentence(account)).toBe('5 sites with their keys, 2 groups, 1 active account key, and 1 event');
});

test('at the cap of account keys the contract’s sentence says why; a reseller has no cap', () => {
  expect(keyCap(9, account)).toBeUndefined();
  expect(keyCap(10, account)).toMatch(/^Ten active account keys already — revoke one/);
  expect(keyCap(30, withReseller(account, true))).toBeUndefined();
});

test('an account leads to each of its paid subscriptions at Stripe', () => {
  expect(subscriptionLinks(account)).toEqual([]);
  expect(subscriptionLinks({ ...account, living_subscriptions: ['sub_1', 'a/b?c'] })).toEqual([
    { id: 'sub_1', href: 'https://dashboard.stripe.com/subscriptions/sub_1' },
    { id: 'a/b?c', href: 'https://dashboard.stripe.com/subscriptions/a%2Fb%3Fc' },
  ]);
});

test('the deletion of an account warns that it cancels no subscription, if there is one', () => {
  expect(subscriptionSentence(account)).toBeUndefined();
  expect(subscriptionSentence({ ...account, living_subscriptions: ['sub_1'] })).toBe(
    'Its subscription at Stripe (sub_1) is not cancelled by this: it is charged until you cancel it there.',
  );
  expect(subscriptionSentence({ ...account, living_subscriptions: ['sub_1', 'sub_2'] })).toMatch(/sub_1, sub_2/);
});

test('after an activation of several sites: how many are active, how many stay paused and why', () => {
  const ids = (count: number) => Array.from({ length: count }, String);
  expect(activationOutcome({ activated: ids(20), left: 0 })).toBe('20 sites are active now.');
  expect(activationOutcome({ activated: ids(1), left: 1 })).toBe('1 site is active now; 1 site stays paused.');
  expect(activationOutcome({ activated: [], left: 2 })).toBe(
    'No site was activated: 2 sites stay paused, because the plan has no room.',
  );
  expect(activationOutcome({ activated: [], left: 0 })).toBe('No site was paused.');
});

test('the offer beside a change of plan: all sites that the last downgrade paused, or as many as fit; no offer if none fits', () => {
  const offer = (sites_paused: number, sites_that_fit: number) =>
    activationOffer({ last_downgrade: { at: '2026-01-01T00:00:00.000Z', sites_paused, sites_that_fit } });
  expect(offer(20, 20)).toBe('and activate the 20 sites that the last downgrade paused');
  expect(offer(1, 1)).toBe('and activate the site that the last downgrade paused');
  expect(offer(20, 4)).toBe(
    'and activate 4 of the 20 sites that the last downgrade paused: the newest, as many as fit',
  );
  expect([offer(20, 0), activationOffer({ last_downgrade: null })]).toEqual([undefined, undefined]);
});
