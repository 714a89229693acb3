import type { AccountEvent, SiteEvent } from '@goal/contract';
import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { EventRow } from './event.ts';
import { ipOf, redactedAtOf } from './event-view.ts';

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
  const sites = await namesOfSites(
    core,
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

/**
 * The fields of a site in an event of the account; `site_name` only when the site has a name
 * (rulings §6.6).
 */
export type SiteNames = Pick<AccountEvent, 'site_id' | 'domain' | 'site_name'>;

/** The names of those sites that still exist, by row id. */
export async function namesOfSites(core: Core, account: number, sites: number[]): Promise<Map<number, SiteNames>> {
  type Row = [rowId: number, id: string, domain: string, name: string | null];
  const found = await rows<Row>(core.db.lookups, {
    name: 'sites-of-page',
    text: 'SELECT no, id::text, domain, name FROM site WHERE account_no = $1 AND no = ANY($2)',
    values: [account, [...new Set(sites)]],
  });
  return new Map(
    found.map(([rowId, id, domain, name]) => [
      rowId,
      { site_id: id, domain, ...(name === null ? {} : { site_name: name }) },
    ]),
  );
}
