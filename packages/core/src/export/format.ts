import type { SiteNames } from '../event/list-account-events.ts';
import type { PageRow } from '../event/page-row.ts';

/** How an export writes its events. */
export type Format = {
  /** What each event of a site says of it, made once for many. */
  site: (names: SiteNames) => string;
  /** One event, with its object and event type in words. */
  event: (row: PageRow, object: string, eventType: string, site: string) => string;
};
