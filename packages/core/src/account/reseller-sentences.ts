import { limits, resellerEffects, type ResellerPreview } from '@goal/contract';

import { counted, grouped } from '../ground/wording.ts';
import type { AccountFacts } from './account-facts.ts';
import { hardLimitSentence } from './plan-sentences.ts';
import { siteQuota } from '../ground/limits-of.ts';
import { deletes, type PlanChange } from './plan-sentences.ts';

/** Whether the flag would be turned on or off, or already is on or off. */
type Case = 'turnsOn' | 'turnsOff' | 'isOn' | 'isOff';
type Sentences = Record<Case, string>;

/**
 * The eight effects of interface.md §2, in that order, each as a sentence with the account's own
 * figures: what setting the flag to `enabled` does, or what holds now if it already has that value.
 */
export function describeEffects(
  facts: AccountFacts,
  enabled: boolean,
  deletion: PlanChange['deletion'],
): ResellerPreview['effects'] {
  const now = enabled ? ('isOn' as const) : ('isOff' as const);
  const change = enabled ? ('turnsOn' as const) : ('turnsOff' as const);
  const which = facts.isReseller === enabled ? now : change;
  const sentences: Record<(typeof resellerEffects)[number], Sentences> = {
    site_quota: siteQuotaOf(facts),
    key_caps: keyCaps(facts),
    api_gate: apiGate(facts),
    retention: retention(facts, deletion),
    fair_use_mail: fairUseMail(facts),
    downgrade: downgrade(facts),
    readouts: readouts(facts),
    rate: rate(facts),
  };
  return resellerEffects.map((effect) => ({ effect, sentence: sentences[effect][which] }));
}

function siteQuotaOf({ plan, sitesActive }: AccountFacts): Sentences {
  const quota = siteQuota({ isReseller: false, plan });
  const used = `${grouped(sitesActive)} of ${counted(quota, 'site')} used`;
  const free = quota - sitesActive;
  const stay = sitesActive === 1 ? '1 active site stays active' : `${counted(sitesActive, 'active site')} stay active`;
  const next = free > 0 ? `${grouped(free)} more may be active` : 'it is refused, as is the next activate';
  return {
    turnsOn: `${used} → no limit.`,
    isOn: `${counted(sitesActive, 'active site')}, no limit; the plan allows ${grouped(quota)}.`,
    turnsOff: `${stay}; the plan allows ${grouped(quota)}. Limits bind from the next create: ${next}; nothing is paused or revoked.`,
    isOff: free > 0 ? `${used}.` : `${used}: the next create or activate is refused.`,
  };
}

function keyCaps({ plan, accountKeys, sitesOverKeyCap }: AccountFacts): Sentences {
  const [ofSite, ofAccount] = [plan.keysPerSite, limits.accountKeysPerAccount];
  const caps = `${counted(ofSite, 'active key')} per site and ${counted(ofAccount, 'account key')}`;
  const own = `${counted(accountKeys, 'account key')} now`;
  const over = `${counted(sitesOverKeyCap, 'site')} with more than ${counted(ofSite, 'key')}`;
  return {
    turnsOn: `At most ${caps} → no cap (${own}).`,
    isOn: `No cap on keys: ${own}, ${over}.`,
    turnsOff: `Caps of ${caps} bind from the next key; no key is revoked: ${own}, ${over}.`,
    isOff: `At most ${caps} (${own}).`,
  };
}

function apiGate({ plan }: AccountFacts): Sentences {
  const doors = 'Read API, account API and MCP';
  const open = `${doors}: open, the ${plan.slug} plan has them.`;
  if (plan.api) return { turnsOn: open, isOn: open, turnsOff: open, isOff: open };
  return {
    turnsOn: `${doors} open at once: the ${plan.slug} plan has none of them.`,
    isOn: `${doors}: open, though the ${plan.slug} plan has none of them.`,
    turnsOff: `${doors} close at once: the ${plan.slug} plan has none of them. Sites go on sending.`,
    isOff: `${doors}: closed, the ${plan.slug} plan has none of them.`,
  };
}

function retention({ plan }: AccountFacts, deletion: PlanChange['deletion']): Sentences {
  const age = `older than ${counted(plan.retentionDays, 'day')}`;
  const { events } = deletion;
  const now =
    events === 0
      ? 'no event is that old now'
      : `${counted(events, 'event')} ${events === 1 ? 'is' : 'are'} that old now`;
  return {
    turnsOn: `Events ${age}: kept from now on (${now}).`,
    isOn: `Events ${age}: kept (${now}).`,
    turnsOff: `Retention runs again: ${deletes(plan.retentionDays, deletion)}`,
    isOff: `Events ${age}: deleted by retention (${now}).`,
  };
}

function fairUseMail({ plan, eventsThisMonth }: AccountFacts): Sentences {
  const figure = `${counted(plan.fairUseEvents, 'event')} a month`;
  const soFar = `${grouped(eventsThisMonth)} so far this month`;
  const above = eventsThisMonth > plan.fairUseEvents ? ', which is above it' : '';
  const refused = hardLimitSentence(eventsThisMonth, plan);
  return {
    turnsOn: `Fair-use e-mail above ${figure} → never sent (${soFar}).`,
    isOn: `Fair-use e-mail: never sent (${soFar}).`,
    turnsOff: `Fair-use e-mail: sent again above ${figure} (${soFar}${above}).${refused}`,
    isOff: `Fair-use e-mail: sent above ${figure} (${soFar}${above}).${refused}`,
  };
}

function downgrade({ sitesActive }: AccountFacts): Sentences {
  const own = `${counted(sitesActive, 'active site')} now`;
  const smallerPlan = 'A change to a smaller plan, also by the payment provider,';
  return {
    turnsOn: `${smallerPlan} no longer pauses sites (${own}).`,
    isOn: `${smallerPlan} pauses no site (${own}).`,
    turnsOff: `${smallerPlan} pauses the newest active sites beyond its quota again (${own}).`,
    isOff: `${smallerPlan} pauses the newest active sites beyond its quota (${own}).`,
  };
}

function readouts({ plan }: AccountFacts): Sentences {
  const own = `${counted(plan.sites, 'site')}, ${counted(plan.retentionDays, 'day')} of retention and ${counted(plan.keysPerSite, 'key')} per site`;
  const unlimited = 'unlimited (-1 in GET /me)';
  return {
    turnsOn: `Limits shown: ${own} → ${unlimited}.`,
    isOn: `Limits shown: ${unlimited}.`,
    turnsOff: `Limits shown: ${unlimited} → ${own}.`,
    isOff: `Limits shown: ${own}.`,
  };
}

function rate({ accountKeys }: AccountFacts): Sentences {
  const { rate: aSecond, burst } = limits.accountRate;
  const limit = `${counted(aSecond, 'request')} a second for each account and group key, ${grouped(burst)} at once`;
  const own = `${counted(accountKeys, 'account key')} now`;
  return {
    turnsOn: `${limit} → no limit (${own}).`,
    isOn: `No limit on requests of account and group keys (${own}).`,
    turnsOff: `No limit → ${limit} (${own}).`,
    isOff: `${limit} (${own}).`,
  };
}
