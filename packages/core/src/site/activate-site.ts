import { DomainError } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { judgeQuota } from './create-site.ts';
import { findSite } from '../ground/find-site.ts';

/**
 * POST /sites/{id}/activate (interface.md §3): activates a paused site if the plan has room for it.
 * An active site stays as it is. Throws `not_found`, `site_not_reactivable` for a revoked site, and
 * `site_limit`.
 */
export async function activateSite(core: Db, caller: Caller, siteId: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    const site = await findSite(tx, caller, siteId);
    if (site.status === 'revoked') throw new DomainError('site_not_reactivable');
    if (site.status === 'active') return;
    await judgeQuota(tx, account);
    await tx.site.update({ where: { rowId: site.rowId }, data: { status: 'active' } });
    await record({ action: 'site.activate', siteId: site.id });
  });
}
