import { limits } from '@goal/contract';

import type { LockedAccount } from './change-account.ts';

type Limited = Pick<LockedAccount, 'isReseller' | 'plan'>;

/** interface.md §2 «Reseller flag» in numbers: what an account may have. Infinity where a reseller has no cap. */
export function siteQuota(account: Limited): number {
  return account.isReseller ? Infinity : account.plan.sites;
}

export function siteKeyCap(account: Limited): number {
  return account.isReseller ? Infinity : account.plan.keysPerSite;
}

export function accountKeyCap(account: Pick<Limited, 'isReseller'>): number {
  return account.isReseller ? Infinity : limits.accountKeysPerAccount;
}

/** rulings §4.2: of so many active sites, how many a plan pauses (the newest); none of a reseller's. */
export function sitesToPause(account: { isReseller: boolean; plan: { sites: number } }, active: number): number {
  return account.isReseller ? 0 : Math.max(0, active - account.plan.sites);
}
