import type { LockedAccount } from './change-account.ts';

/** interface.md §2 «Reseller flag» in numbers: what an account may have. Infinity where a reseller has no cap. */
export function siteQuota(account: Pick<LockedAccount, 'isReseller' | 'plan'>): number {
  return account.isReseller ? Infinity : account.plan.sites;
}

export function siteKeyCap(account: Pick<LockedAccount, 'isReseller' | 'plan'>): number {
  return account.isReseller ? Infinity : account.plan.keysPerSite;
}
