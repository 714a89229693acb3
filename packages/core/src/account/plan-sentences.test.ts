import { expect, test } from 'vitest';

import type { AccountFacts } from './account-facts.ts';
import { planSentences, type PlanChange } from './plan-sentences.ts';
import { describeEffects } from './reseller-sentences.ts';

const unlimited = { keysPerSite: 2, hardLimitEvents: null };
const pro = { ...unlimited, slug: 'pro', sites: 25, retentionDays: 90, api: true, fairUseEvents: 2_000_000 };
const free = { ...unlimited, slug: 'free', sites: 1, retentionDays: 7, api: false, fairUseEvents: 10_000 };
const facts: AccountFacts = {
  isReseller: false,
  plan: pro,
  today: '2026-11-21',
  sitesActive: 23,
  sitesPaused: 2,
  lastDowngrade: null,
  accountKeys: 1,
  sitesOverKeyCap: 0,
  eventsThisMonth: 1_234_567,
};
const deletion: PlanChange['deletion'] = { graceDays: 14, on: '2026-12-05', events: 1234 };
const effects = (of: Partial<AccountFacts>, enabled: boolean, days = deletion): string[] =>
  describeEffects({ ...facts, ...of }, enabled, days).map(({ sentence }) => sentence);

test('R§4.2 R§9.2 a smaller plan: the sentences name the sites it pauses, the events it deletes and when, and the APIs it closes', () => {
  expect(planSentences(facts, { plan: free, pauses: 22, shortens: 25, deletion })).toEqual([
    '23 active sites; the free plan allows 1: the 22 newest are paused.',
    'Retention becomes 7 days instead of 90: in 14 days, on 5 December 2026, retention may delete 1,234 events older than 7 days by then.',
    'It closes the read API, the account API and MCP at once; sites go on sending.',
    'Fair use is 10,000 events a month instead of 2,000,000; 1,234,567 so far this month, which is above it.',
  ]);
  const one = { ...deletion, graceDays: 0, events: 1 };
  expect(planSentences(facts, { plan: free, pauses: 1, shortens: 1, deletion: one }).slice(0, 2)).toEqual([
    '23 active sites; the free plan allows 1: the newest is paused.',
    'Retention becomes 7 days instead of 90: at once retention may delete 1 event older than 7 days.',
  ]);
});

test('R§10.39 a plan with a hard limit says from when on events are refused, also where the reseller flag goes off', () => {
  const limited = { ...free, hardLimitEvents: 30_000 };
  const last = (eventsThisMonth: number) =>
    planSentences({ ...facts, eventsThisMonth }, { plan: limited, pauses: 0, shortens: 0, deletion }).at(-1);
  expect(last(29_999)).toMatch(/ From 30,000 events a month on new ones are refused\.$/);
  expect(last(30_000)).toMatch(/ From 30,000 events a month on new ones are refused, which begins at once\.$/);
  expect(effects({ isReseller: true, plan: limited }, false).join(' ')).toContain('new ones are refused');
});

test('R§4.2 a larger plan reactivates no site by itself', () => {
  const small = { ...facts, plan: free, sitesActive: 1, eventsThisMonth: 0 };
  expect(planSentences(small, { plan: pro, pauses: 0, shortens: 0, deletion })).toEqual([
    'Nothing is paused: 1 active site; the pro plan allows 25. The 2 paused sites stay paused until activated.',
    'Retention becomes 90 days instead of 7; no event is deleted by it.',
    'It opens the read API, the account API and MCP at once.',
    'Fair use is 2,000,000 events a month instead of 10,000; 0 so far this month.',
  ]);
});

test('for a reseller a change of plan changes only the plan; choosing the current plan changes nothing', () => {
  const change = { plan: free, pauses: 0, shortens: 25, deletion };
  expect(planSentences({ ...facts, isReseller: true }, change)).toEqual([
    'Nothing is paused: the account is a reseller.',
    'Retention becomes 7 days instead of 90; no event is deleted: the account is a reseller.',
    'No change for the read API, the account API and MCP: they are open to a reseller on every plan.',
    'No fair-use e-mail is sent: the account is a reseller.',
  ]);
  expect(planSentences(facts, { ...change, plan: pro })).toEqual(['This is the plan that it has: nothing changes.']);
});

test('the eight effects of turning the flag on', () => {
  expect(effects({}, true, { graceDays: 0, on: '2026-11-21', events: 1 })).toEqual([
    '23 of 25 sites used → no limit.',
    'At most 2 active keys per site and 10 account keys → no cap (1 account key now).',
    'Read API, account API and MCP: open, the pro plan has them.',
    'Events older than 90 days: kept from now on (1 event is that old now).',
    'Fair-use e-mail above 2,000,000 events a month → never sent (1,234,567 so far this month).',
    'A change to a smaller plan, also by the payment provider, no longer pauses sites (23 active sites now).',
    'Limits shown: 25 sites, 90 days of retention and 2 keys per site → unlimited (-1 in GET /me).',
    '10 requests a second for each account and group key, 30 at once → no limit (1 account key now).',
  ]);
});

test('R§4.3 the eight effects of turning it off', () => {
  const reseller = {
    isReseller: true,
    sitesActive: 31,
    accountKeys: 12,
    sitesOverKeyCap: 1,
    eventsThisMonth: 2_000_001,
  };
  expect(effects(reseller, false)).toEqual([
    '31 active sites stay active; the plan allows 25. Limits bind from the next create: it is refused, as is the next activate; nothing is paused or revoked.',
    'Caps of 2 active keys per site and 10 account keys bind from the next key; no key is revoked: 12 account keys now, 1 site with more than 2 keys.',
    'Read API, account API and MCP: open, the pro plan has them.',
    'Retention runs again: in 14 days, on 5 December 2026, retention may delete 1,234 events older than 90 days by then.',
    'Fair-use e-mail: sent again above 2,000,000 events a month (2,000,001 so far this month, which is above it).',
    'A change to a smaller plan, also by the payment provider, pauses the newest active sites beyond its quota again (31 active sites now).',
    'Limits shown: unlimited (-1 in GET /me) → 25 sites, 90 days of retention and 2 keys per site.',
    'No limit → 10 requests a second for each account and group key, 30 at once (12 account keys now).',
  ]);
  const small = effects({ ...reseller, plan: free, sitesActive: 1 }, false, {
    graceDays: 14,
    on: '2026-12-05',
    events: 0,
  });
  expect([small[0], small[2], small[3]]).toEqual([
    '1 active site stays active; the plan allows 1. Limits bind from the next create: it is refused, as is the next activate; nothing is paused or revoked.',
    'Read API, account API and MCP close at once: the free plan has none of them. Sites go on sending.',
    'Retention runs again: none of the events kept now will be older than 7 days on 5 December 2026.',
  ]);
});

test('if the flag already has the value, the eight effects describe the present state', () => {
  const now = { graceDays: 0, on: '2026-11-21', events: 0 };
  expect(effects({ plan: free, sitesActive: 1 }, false, now).slice(0, 4)).toEqual([
    '1 of 1 site used: the next create or activate is refused.',
    'At most 2 active keys per site and 10 account keys (1 account key now).',
    'Read API, account API and MCP: closed, the free plan has none of them.',
    'Events older than 7 days: deleted by retention (no event is that old now).',
  ]);
  expect(effects({ isReseller: true }, true, now).slice(0, 4)).toEqual([
    '23 active sites, no limit; the plan allows 25.',
    'No cap on keys: 1 account key now, 0 sites with more than 2 keys.',
    'Read API, account API and MCP: open, the pro plan has them.',
    'Events older than 90 days: kept (no event is that old now).',
  ]);
});
