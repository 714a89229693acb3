import type { PlanPreview } from '@goal/contract';

import type { AccountFacts } from './account-facts.ts';
import { freePlaces } from './limits-of.ts';

type Known = Pick<AccountFacts, 'isReseller' | 'sitesActive' | 'lastDowngrade'> & { plan: { sites: number } };

/** What of the last downgrade can be taken back on a plan: of the sites that are still paused by it, how many have a place. */
export function lastDowngradeView({ lastDowngrade, ...account }: Known): PlanPreview['last_downgrade'] {
  if (lastDowngrade === null) return null;
  const { at, sitesPaused } = lastDowngrade;
  return {
    at: at.toISOString(),
    sites_paused: sitesPaused,
    sites_that_fit: Math.min(sitesPaused, freePlaces(account, account.sitesActive)),
  };
}
