import type { PlanPreview } from '@goal/contract';

import type { AccountFacts } from './account-facts.ts';
import { remainingSites } from '../ground/limits-of.ts';

type DowngradeFacts = Pick<AccountFacts, 'isReseller' | 'sitesActive' | 'lastDowngrade'> & { plan: { sites: number } };

/**
 * How many of the sites that the last downgrade paused are still paused, and how many of these the
 * plan has room for.
 */
export function lastDowngradeView({ lastDowngrade, ...account }: DowngradeFacts): PlanPreview['last_downgrade'] {
  if (lastDowngrade === null) return null;
  const { at, sitesPaused } = lastDowngrade;
  return {
    at: at.toISOString(),
    sites_paused: sitesPaused,
    sites_that_fit: Math.min(sitesPaused, remainingSites(account, account.sitesActive)),
  };
}
