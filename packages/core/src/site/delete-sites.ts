import { deletionOf, DomainError, type DeleteSitesInput } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSitesByIds } from '../ground/find-site.ts';
import { judgeHoldOfSites } from '../ground/legal-holds.ts';

/**
 * dashboard.sites.deleteSeveral: deletes all of these sites as `deleteSite` does, or none of them
 * (rulings §10.35). `typed` names how many they are. Each deletion is recorded. Throws `not_found`
 * for one of the sites, then `sites_counted` and `on_legal_hold`.
 */
export async function deleteSites(
  core: Core,
  caller: Caller,
  { ids, typed }: DeleteSitesInput,
): Promise<{ deleted: number }> {
  const deleted = await changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
    const sites = await findSitesByIds(tx, account, ids);
    if (typed.trim().toLowerCase() !== deletionOf(sites.length)) throw new DomainError('sites_counted');
    const rowIds = sites.map(({ rowId }) => rowId);
    await judgeHoldOfSites(tx, account.rowId, rowIds);
    await tx.goneSite.createMany({ data: rowIds.map((site) => ({ account: account.rowId, site })) });
    await tx.site.deleteMany({ where: { rowId: { in: rowIds } } });
    await tellLog({ kind: 'site.delete', sites: rowIds });
    for (const { id, domain } of sites) await record({ action: 'site.delete', siteId: id, detail: { domain } });
    return sites.length;
  });
  core.wakeReclaimer();
  return { deleted };
}
