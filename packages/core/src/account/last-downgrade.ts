import type { PlanPreview } from '@goal/contract';

import type { AccountFacts } from './account-facts.ts';
import { freePlaces } from '../ground/limits-of.ts';

type Known = Pick<AccountFacts, 'isReseller' | 'sitesActive' | 'lastDowngrade'> & { plan: { sites: number } };

/** What can be undone of the last downgrade: the sites that it paused and that are still paused, and how many of them the plan has places for. */
export function lastDowngradeView({ lastDowngrade, ...account }: Known): PlanPreview['last_downgrade'] {
  if (lastDowngrade === null) return null;
  const { at, sitesPaused } = lastDowngrade;
  return {
    at: at.toISOString(),
    sites_paused: sitesPaused,
    sites_that_fit: Math.min(sitesPaused, freePlaces(account, account.sitesActive)),
  };
}
