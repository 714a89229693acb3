import { counted, grouped, longDay } from '../ground/wording.ts';
import type { AccountFacts } from './account-facts.ts';

/** The effects of a change of plan, computed by the rules of the change itself. */
export type PlanChange = {
  plan: AccountFacts['plan'];
  /** The number of sites that it pauses. */
  pauses: number;
  /** The number of sites whose retention becomes shorter. */
  shortens: number;
  /** When the shorter retention applies, and how many events it may then delete. */
  deletion: { graceDays: number; on: string; events: number };
};

/**
 * The sentences that an operator sees before a change of plan (rulings §4.2, §9.2): sites,
 * retention, the API, fair use.
 */
export function planSentences(facts: AccountFacts, change: PlanChange): string[] {
  if (change.plan.slug === facts.plan.slug) return ['This is the plan that it has: nothing changes.'];
  return [sites(facts, change), retention(facts, change), api(facts, change), fairUse(facts, change)];
}

function sites({ isReseller, sitesActive, sitesPaused }: AccountFacts, { plan, pauses }: PlanChange): string {
  if (isReseller) return 'Nothing is paused: the account is a reseller.';
  const allowed = `${counted(sitesActive, 'active site')}; the ${plan.slug} plan allows ${grouped(plan.sites)}`;
  if (pauses > 0) return `${allowed}: ${pauses === 1 ? 'the newest is' : `the ${grouped(pauses)} newest are`} paused.`;
  if (sitesPaused === 0) return `Nothing is paused: ${allowed}.`;
  const stay = sitesPaused === 1 ? 'The paused site stays' : `The ${grouped(sitesPaused)} paused sites stay`;
  return `Nothing is paused: ${allowed}. ${stay} paused until activated.`;
}

function retention(facts: AccountFacts, { plan, shortens, deletion }: PlanChange): string {
  const [from, to] = [facts.plan.retentionDays, plan.retentionDays];
  const figure =
    from === to
      ? `Retention stays ${counted(to, 'day')}`
      : `Retention becomes ${counted(to, 'day')} instead of ${grouped(from)}`;
  if (facts.isReseller) return `${figure}; no event is deleted: the account is a reseller.`;
  return shortens === 0 ? `${figure}; no event is deleted by it.` : `${figure}: ${deletes(to, deletion)}`;
}

/**
 * «in 14 days, on 5 December 2026, retention may delete 1,234 events older than 90 days by then.»
 */
export function deletes(retentionDays: number, { graceDays, on, events }: PlanChange['deletion']): string {
  const age = `older than ${counted(retentionDays, 'day')}`;
  const isNow = graceDays === 0;
  if (events === 0) return `none of the events kept now ${isNow ? `is ${age}` : `will be ${age} on ${longDay(on)}`}.`;
  const when = isNow ? 'at once' : `in ${counted(graceDays, 'day')}, on ${longDay(on)},`;
  return `${when} retention may delete ${counted(events, 'event')} ${age}${isNow ? '' : ' by then'}.`;
}

const doors = 'the read API, the account API and MCP';

function api(facts: AccountFacts, { plan }: PlanChange): string {
  if (facts.isReseller) return `No change for ${doors}: they are open to a reseller on every plan.`;
  if (facts.plan.api === plan.api) return `No change for ${doors}: they ${plan.api ? 'stay open' : 'stay closed'}.`;
  return plan.api ? `It opens ${doors} at once.` : `It closes ${doors} at once; sites go on sending.`;
}

function fairUse(facts: AccountFacts, { plan }: PlanChange): string {
  if (facts.isReseller) return 'No fair-use e-mail is sent: the account is a reseller.';
  const [from, to] = [facts.plan.fairUseEvents, plan.fairUseEvents];
  const figure = `Fair use is ${counted(to, 'event')} a month${from === to ? ' as before' : ` instead of ${grouped(from)}`}`;
  const soFar = `${grouped(facts.eventsThisMonth)} so far this month`;
  return `${figure}; ${soFar}${facts.eventsThisMonth > to ? ', which is above it' : ''}.${hardLimitSentence(facts.eventsThisMonth, plan)}`;
}

/**
 * What the hard limit of a plan does, behind another sentence; empty where there is none (rulings
 * §10.39).
 */
export function hardLimitSentence(
  eventsThisMonth: number,
  { hardLimitEvents }: Pick<AccountFacts['plan'], 'hardLimitEvents'>,
): string {
  if (hardLimitEvents === null) return '';
  const isReached = eventsThisMonth >= hardLimitEvents;
  return ` From ${counted(hardLimitEvents, 'event')} a month on new ones are refused${isReached ? ', which begins at once' : ''}.`;
}
