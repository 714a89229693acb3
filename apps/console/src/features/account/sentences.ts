import type { AccountSummary, ActivatedSites, PlanPreview } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { daysSentence } from '@goal/ui/lib/usage-sentences.ts';

/** Every limit is -1 (interface.md §2). */
const unlimited: AccountSummary['limits'] = {
  sites: -1,
  retention_days: -1,
  keys_per_site: -1,
  account_keys: -1,
  fair_use_events: -1,
};

/** The summary that is expected once the flag is set; the real answer follows. */
export function withReseller(summary: AccountSummary, enabled: boolean): AccountSummary {
  return {
    ...summary,
    is_reseller: enabled,
    limits: enabled ? unlimited : summary.plan_limits,
    api: enabled || summary.api,
  };
}

export const emailSentence = (email: string): string => `The e-mail is ${bidiIsolate(email)} now.`;

export const nameSentence = (name: string | null): string =>
  name === null ? 'The account has no name now.' : `The name is «${bidiIsolate(name)}» now.`;

/** Whether the API and MCP are open to an account, and why (interface.md §2 effect 3). */
export function apiSentence({ api, is_reseller, plan }: AccountSummary): string {
  if (!api) return `Closed: the ${plan} plan does not have it`;
  return is_reseller ? 'Open: the account is a reseller' : `Open: the ${plan} plan has it`;
}

/** When retention will next delete events of the account. `today` is a UTC day. */
export function purgeSentence(
  { is_reseller, kept }: Pick<AccountSummary, 'is_reseller' | 'kept'>,
  today = new Date().toISOString().slice(0, 10),
): string {
  if (is_reseller) return 'never (reseller)';
  if (kept.kept_until === null) return 'none: no event is kept';
  const day = `${formatUtcDay(kept.kept_until)} (UTC)`;
  return kept.kept_until < today ? `overdue since ${day}` : `${day}, of the oldest event`;
}

/** What a change of plan has done, from the account before and after it. */
export function planOutcome(before: AccountSummary, now: AccountSummary): string {
  const paused = now.usage.sites_paused - before.usage.sites_paused;
  const parts = [`${bidiIsolate(now.email)} is on the ${now.plan} plan now.`];
  if (paused > 0) parts.push(`${countOf(paused, 'site was', 'sites were')} paused.`);
  if (now.plan_limits.retention_days !== before.plan_limits.retention_days && !now.is_reseller)
    parts.push(`Retention is ${daysSentence(now.plan_limits.retention_days)} now.`);
  return parts.join(' ');
}

export function activationOutcome({ activated, left }: ActivatedSites): string {
  const done = activated.length;
  const stay = `${countOf(left, 'site stays', 'sites stay')} paused`;
  if (done === 0)
    return left === 0 ? 'No site was paused.' : `No site was activated: ${stay}, because the plan has no room.`;
  return `${countOf(done, 'site is', 'sites are')} active now${left === 0 ? '.' : `; ${stay}.`}`;
}

/** The label of the checkbox in the plan dialog; undefined if there is nothing to activate. */
export function activationOffer({ last_downgrade: last }: Pick<PlanPreview, 'last_downgrade'>): string | undefined {
  if (last === null || last.sites_that_fit === 0) return undefined;
  const { sites_paused: paused, sites_that_fit: fit } = last;
  if (fit < paused)
    return `and activate ${formatNumber(fit)} of the ${countOf(paused, 'site')} that the last downgrade paused: the newest, as many as fit`;
  return `and activate the ${paused === 1 ? 'site' : countOf(paused, 'site')} that the last downgrade paused`;
}

export function contentsSentence({ usage, kept }: AccountSummary): string {
  const sites = usage.sites_active + usage.sites_paused + usage.sites_revoked;
  return [
    countOf(sites, 'site with its keys', 'sites with their keys'),
    countOf(usage.groups, 'group'),
    countOf(usage.account_keys, 'active account key'),
    `and ${countOf(kept.events, 'event')}`,
  ].join(', ');
}

export const subscriptionLinks = ({ living_subscriptions: ids = [] }: AccountSummary): { id: string; href: string }[] =>
  ids.map((id) => ({ id, href: `https://dashboard.stripe.com/subscriptions/${encodeURIComponent(id)}` }));

/** Warns that deleting an account ends no subscription at Stripe; undefined if it has none. */
export function subscriptionSentence({ living_subscriptions: ids = [] }: AccountSummary): string | undefined {
  if (ids.length === 0) return undefined;
  return ids.length === 1
    ? `Its subscription at Stripe (${ids.join()}) is not cancelled by this: it is charged until you cancel it there.`
    : `Its subscriptions at Stripe (${ids.join(', ')}) are not cancelled by this: they are charged until you cancel them there.`;
}

/** Why no account key can be created, in the words of interface.md §8; undefined if one can. */
export function keyCap(active: number, { limits }: AccountSummary): string | undefined {
  const { account_keys: limit } = limits;
  if (limit < 0 || active < limit) return undefined;
  return 'Ten active account keys already — revoke one before minting another';
}
