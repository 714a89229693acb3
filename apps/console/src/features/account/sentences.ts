import type { AccountSummary, ActivatedSites, PlanPreview, PlanView } from '@goal/contract';

import { isolated } from '../../ui/isolated.ts';
import { formatLimit, formatNumber } from '../../ui/numbers.ts';
import { formatUtcDay } from '../../ui/time.tsx';

/** -1 in every limit (interface.md §2). */
const unlimited: AccountSummary['limits'] = {
  sites: -1,
  retention_days: -1,
  keys_per_site: -1,
  account_keys: -1,
  fair_use_events: -1,
};

/** What the summary will say once the flag is set, as far as it can be known here; the service's own answer follows. */
export function withReseller(summary: AccountSummary, enabled: boolean): AccountSummary {
  return {
    ...summary,
    is_reseller: enabled,
    limits: enabled ? unlimited : summary.plan_limits,
    api: enabled || summary.api,
  };
}

/** «4 of 5 sites», «23 sites, unlimited». */
export function usageSentence(used: number, limit: number, one: string, many: string): string {
  if (limit < 0) return `${formatNumber(used)} ${used === 1 ? one : many}, unlimited`;
  return `${formatNumber(used)} of ${formatNumber(limit)} ${limit === 1 ? one : many}`;
}

/** How much of a limit is left, or how far beyond it is: nothing where there is no limit. */
export function roomSentence(used: number, limit: number): string | undefined {
  if (limit < 0) return undefined;
  if (used > limit) return `${formatNumber(used - limit)} more than the plan allows`;
  return used === limit ? 'none left' : `${formatNumber(limit - used)} left`;
}

/** «90 days», «1 day», «unlimited». */
export function daysSentence(days: number): string {
  return days < 0 ? formatLimit(days) : `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** Why the read API, the account API and MCP are open to an account or not (interface.md §2 effect 3). */
export function apiSentence({ api, is_reseller, plan }: AccountSummary): string {
  if (!api) return `Closed: the ${plan} plan does not have it`;
  return is_reseller ? 'Open: the account is a reseller' : `Open: the ${plan} plan has it`;
}

/** Why the keys of an account are refused while its API is closed; of a site's keys only reading is (rulings §2.4). */
export function refusedKeysSentence({ plan }: Pick<AccountSummary, 'plan'>, isOf: 'account' | 'site'): string {
  const reason = `the ${plan} plan has no API`;
  return isOf === 'account'
    ? `These keys are refused: ${reason}.`
    : `Reading with these keys is refused: ${reason}. Sending is not.`;
}

/** When retention may next delete an event of the account: the day of the oldest one; `today` is a UTC day. */
export function purgeSentence(
  { is_reseller, kept }: Pick<AccountSummary, 'is_reseller' | 'kept'>,
  today = new Date().toISOString().slice(0, 10),
): string {
  if (is_reseller) return 'never (reseller)';
  if (kept.kept_until === null) return 'none: no event is kept';
  const day = `${formatUtcDay(kept.kept_until)} (UTC)`;
  return kept.kept_until < today ? `overdue since ${day}` : `${day}, of the oldest event`;
}

/** What a plan gives, in one line. */
export function planSentence({ sites, retention_days, api, fair_use_events }: PlanView): string {
  return [
    `${formatNumber(sites)} ${sites === 1 ? 'site' : 'sites'}`,
    daysSentence(retention_days),
    api ? 'API' : 'no API',
    `${formatNumber(fair_use_events)} events a month`,
  ].join(' · ');
}

/** What a change of plan has done, from what the account was before and is now. */
export function planOutcome(before: AccountSummary, now: AccountSummary): string {
  const paused = now.usage.sites_paused - before.usage.sites_paused;
  const parts = [`${isolated(now.email)} is on the ${now.plan} plan now.`];
  if (paused > 0) parts.push(`${formatNumber(paused)} ${paused === 1 ? 'site was' : 'sites were'} paused.`);
  if (now.plan_limits.retention_days !== before.plan_limits.retention_days && !now.is_reseller)
    parts.push(`Retention is ${daysSentence(now.plan_limits.retention_days)} now.`);
  return parts.join(' ');
}

/** «1 site», «20 sites». */
export const countedSites = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'site' : 'sites'}`;

/** What activating several sites has done. */
export function activationOutcome({ activated, left }: ActivatedSites): string {
  const done = activated.length;
  const stay = `${countedSites(left)} ${left === 1 ? 'stays' : 'stay'} paused`;
  if (done === 0)
    return left === 0 ? 'No site was paused.' : `No site was activated: ${stay}, the plan has no free place.`;
  return `${countedSites(done)} ${done === 1 ? 'is' : 'are'} active now${left === 0 ? '.' : `; ${stay}.`}`;
}

/** The box to tick in the dialog of a plan; undefined where there is nothing to activate. */
export function activationOffer({ last_downgrade: last }: Pick<PlanPreview, 'last_downgrade'>): string | undefined {
  if (last === null || last.sites_that_fit === 0) return undefined;
  const { sites_paused: paused, sites_that_fit: fit } = last;
  if (fit < paused)
    return `and activate ${formatNumber(fit)} of the ${countedSites(paused)} that the last downgrade paused: the newest, as many as fit`;
  return `and activate the ${paused === 1 ? 'site' : countedSites(paused)} that the last downgrade paused`;
}

/** What goes with a deleted account. */
export function contentsSentence({ usage, kept }: AccountSummary): string {
  const sites = usage.sites_active + usage.sites_paused + usage.sites_revoked;
  const counted = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;
  return [
    counted(sites, 'site with its keys', 'sites with their keys'),
    counted(usage.groups, 'group', 'groups'),
    counted(usage.account_keys, 'active account key', 'active account keys'),
    `and ${counted(kept.events, 'event', 'events')}`,
  ].join(', ');
}

/** What becomes of the subscriptions of a deleted account: the service asks nothing of Stripe. Nothing where none lives. */
export function subscriptionSentence({ living_subscriptions: ids = [] }: AccountSummary): string | undefined {
  if (ids.length === 0) return undefined;
  return ids.length === 1
    ? `Its subscription at Stripe (${ids.join()}) is not ended by this: it is charged until you end it there.`
    : `Its subscriptions at Stripe (${ids.join(', ')}) are not ended by this: they are charged until you end them there.`;
}

/** Why another account key cannot be made: the contract's own sentence (interface.md §8); nothing where it can. */
export function keyCap(active: number, { limits }: AccountSummary): string | undefined {
  const { account_keys: most } = limits;
  if (most < 0 || active < most) return undefined;
  return 'Ten active account keys already — revoke one before minting another';
}
