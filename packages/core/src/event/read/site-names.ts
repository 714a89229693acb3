import type { SiteEvent } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import type { EventRow } from '../event.ts';
import { ipOf, redactedAtOf } from './event-view.ts';
import { findSiteNames, namesIn, type SiteNames } from './remembered-site-names.ts';

/**
 * Adds the sites' names to a page, and with `withIp` the addresses behind them. `isWhole`: these
 * are no rows of a list, so they say when they were redacted (rulings §13.2). Drops an event whose
 * site was deleted since the page was read (rulings §5.6).
 */
export async function withSites<Row extends EventRow, View extends SiteEvent>(
  core: Core,
  account: number,
  events: Row[],
  view: (event: Row, siteId: string) => View,
  { withIp, isWhole = false }: { withIp: boolean; isWhole?: boolean },
): Promise<(View & Omit<SiteNames, 'site_id'> & { ip?: string; redacted_at?: string })[]> {
  if (events.length === 0) return [];
  const sites = await core.events.siteNames.of(
    account,
    events.map(({ site }) => site),
  );
  return events.flatMap((event) => {
    const site = sites.get(event.site);
    if (site === undefined) return [];
    const { site_id: id, ...names } = site;
    return [{ ...view(event, id), ...names, ...(withIp ? ipOf(event) : {}), ...(isWhole ? redactedAtOf(event) : {}) }];
  });
}

/** The names of those sites that still exist, by row id, as the database has them now. */
export async function namesOfSites({ db }: Db, account: number, sites: number[]): Promise<Map<number, SiteNames>> {
  const found = await findSiteNames(db, [...new Set(sites)]);
  return namesIn(account, [...found.values()]);
}
