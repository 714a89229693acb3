import { limits } from '@goal/contract';

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

export function siteKeyCap(account: Limited): number {
  return account.isReseller ? Infinity : account.plan.keysPerSite;
}

export function accountKeyCap(account: Pick<Limited, 'isReseller'>): number {
  return account.isReseller ? Infinity : limits.accountKeysPerAccount;
}

/** Whether keys of the account open the APIs that a paid plan opens (interface.md §5 rule 5). */
export function opensApi({ api, isReseller }: { api: boolean; isReseller: boolean }): boolean {
  return api || isReseller;
}

/** Returns how many of the newest active sites the plan pauses; 0 for a reseller (rulings §4.2). */
export function sitesToPause(account: WithQuota, active: number): number {
  return account.isReseller ? 0 : Math.max(0, active - account.plan.sites);
}
