import { deletionOf, DomainError, type DeleteSitesInput } from '@goal/contract';

import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import type { Core } from '../core.ts';
import { findSitesByIds } from '../ground/find-site.ts';

/**
 * dashboard.sites.deleteSeveral: deletes all of these sites as `deleteSite` does, or none of them
 * (rulings §10.35). `typed` names how many they are. Each deletion is recorded. Throws `not_found`
 * for one of the sites, and then `sites_counted`.
 */
export async function deleteSites(
  core: Core,
  caller: Caller,
  { ids, typed }: DeleteSitesInput,
): Promise<{ deleted: number }> {
  const deleted = await changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
    const sites = await findSitesByIds(tx, account, ids);
    if (typed.trim().toLowerCase() !== deletionOf(sites.length)) throw new DomainError('sites_counted');
    await tx.goneSite.createMany({ data: sites.map(({ rowId }) => ({ account: account.rowId, site: rowId })) });
    await tx.site.deleteMany({ where: { rowId: { in: sites.map(({ rowId }) => rowId) } } });
    await tellLog({ kind: 'site.delete', sites: sites.map(({ rowId }) => rowId) });
    for (const { id, domain } of sites) await record({ action: 'site.delete', siteId: id, detail: { domain } });
    return sites.length;
  });
  core.wakeReclaimer();
  return { deleted };
}
