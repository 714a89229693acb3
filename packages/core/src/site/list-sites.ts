import type { SiteView } from '@goal/contract';

import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';
import { newestFirst, siteSelection, siteView } from './site-view.ts';

/** GET /sites: every site of the account, or of a group key's group, newest first; unpaged by contract (interface.md §4). */
export async function listSites(core: Core, { account, group }: Omit<Caller, 'actor'>): Promise<SiteView[]> {
  const rows = await core.db.prisma.site.findMany({
    where: { accountNo: account.no, ...(group === undefined ? {} : { groupNo: group.no }) },
    select: siteSelection,
    orderBy: newestFirst,
  });
  return rows.map(siteView);
}
