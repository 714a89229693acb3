import { limits } from '@goal/contract';

import type { LockedAccount } from './change-account.ts';

type Limited = Pick<LockedAccount, 'isReseller' | 'plan'>;
/** The part of an account that its quota of sites depends on. */
type WithQuota = { isReseller: boolean; plan: { sites: number } };

/** interface.md §2 «Reseller flag» in numbers: what an account may have. Infinity where a reseller has no cap. */
export function siteQuota(account: WithQuota): number {
  return account.isReseller ? Infinity : account.plan.sites;
}

/** How many more sites may become active. */
export function freePlaces(account: WithQuota, active: number): number {
  return Math.max(0, siteQuota(account) - active);
}

export function siteKeyCap(account: Limited): number {
  return account.isReseller ? Infinity : account.plan.keysPerSite;
}

export function accountKeyCap(account: Pick<Limited, 'isReseller'>): number {
  return account.isReseller ? Infinity : limits.accountKeysPerAccount;
}

/** rulings §4.2: of so many active sites, how many a plan pauses (the newest); none of a reseller's. */
export function sitesToPause(account: WithQuota, active: number): number {
  return account.isReseller ? 0 : Math.max(0, active - account.plan.sites);
}
