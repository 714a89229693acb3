import { limits, type AccountSummary } from '@goal/contract';

import type { LockedAccount } from './change-account.ts';

type Limited = Pick<LockedAccount, 'isReseller' | 'plan'>;
/** The part of an account that its quota of sites depends on. */
type WithQuota = { isReseller: boolean; plan: { sites: number } };

/**
 * The number of active sites that an account may have (interface.md §2 «Reseller flag»); Infinity
 * for a reseller.
 */
export function siteQuota(account: WithQuota): number {
  return account.isReseller ? Infinity : account.plan.sites;
}

/** The number of sites that may still become active. */
export function remainingSites(account: WithQuota, active: number): number {
  return Math.max(0, siteQuota(account) - active);
}

/** For how many days events of its sites are kept; -1: for ever (interface.md §2 effect 4). */
export function keptDays({ isReseller, plan }: { isReseller: boolean; plan: { retentionDays: number } }): number {
  return isReseller ? -1 : plan.retentionDays;
}

export function siteKeyCap(account: Limited): number {
  return account.isReseller ? Infinity : account.plan.keysPerSite;
}

export function accountKeyCap(account: Pick<Limited, 'isReseller'>): number {
  return account.isReseller ? Infinity : limits.accountKeysPerAccount;
}

type PlanRow = {
  sites: number;
  retentionDays: number;
  keysPerSite: number;
  fairUseEvents: bigint;
  hardLimitEvents: bigint | null;
};

/**
 * What binds an account now, all -1 for a reseller, beside what its plan says (interface.md §2
 * effect 7).
 */
export function shownLimits({
  isReseller,
  plan,
}: {
  isReseller: boolean;
  plan: PlanRow;
}): Pick<AccountSummary, 'limits' | 'plan_limits'> {
  const plan_limits = {
    sites: plan.sites,
    retention_days: plan.retentionDays,
    keys_per_site: plan.keysPerSite,
    account_keys: limits.accountKeysPerAccount,
    fair_use_events: Number(plan.fairUseEvents),
    ...hardLimitView(plan.hardLimitEvents),
  };
  const unlimited = {
    sites: -1,
    retention_days: -1,
    keys_per_site: -1,
    account_keys: -1,
    fair_use_events: -1,
    ...(plan.hardLimitEvents === null ? {} : { hard_limit_events: -1 }),
  };
  return { limits: isReseller ? unlimited : plan_limits, plan_limits };
}

/** The field of a plan's hard limit, which is shown only where there is one (rulings §10.39). */
export function hardLimitView(events: bigint | null): { hard_limit_events?: number } {
  return events === null ? {} : { hard_limit_events: Number(events) };
}

/** Whether keys of the account open the APIs that a paid plan opens (interface.md §5 rule 5). */
export function opensApi({ api, isReseller }: { api: boolean; isReseller: boolean }): boolean {
  return api || isReseller;
}

/** Returns how many of the newest active sites the plan pauses; 0 for a reseller (rulings §4.2). */
export function sitesToPause(account: WithQuota, active: number): number {
  return account.isReseller ? 0 : Math.max(0, active - account.plan.sites);
}
