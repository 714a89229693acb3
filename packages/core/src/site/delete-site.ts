import { DomainError, parseDomain } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSite } from '../ground/find-site.ts';
import { judgeHoldOfSites } from '../ground/legal-holds.ts';

/**
 * DELETE /sites/{id}: deletes the site with its keys and frees its domain. At the commit its events
 * disappear for every reader; their storage is reclaimed in the background (rulings §5.6). It
 * cannot be undone. Throws `not_found` and `on_legal_hold`.
 *
 * A member confirms by typing the domain in any of its spellings (rulings §10.31): with `typed` it
 * throws `site_domain_typed` where that is another text.
 */
export async function deleteSite(core: Core, caller: Caller, siteId: string, typed?: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
    const site = await findSite(tx, caller, siteId);
    if (typed !== undefined && parseDomain(typed) !== site.domain) throw new DomainError('site_domain_typed');
    await judgeHoldOfSites(tx, account.rowId, [site.rowId]);
    await tx.goneSite.create({ data: { account: account.rowId, site: site.rowId } });
    await tx.site.delete({ where: { rowId: site.rowId } });
    await tellLog({ kind: 'site.delete', sites: [site.rowId] });
    await record({ action: 'site.delete', siteId: site.id, detail: { domain: site.domain } });
  });
  core.wakeReclaimer();
}
