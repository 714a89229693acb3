import { DomainError } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSite } from '../ground/find-site.ts';

/**
 * An operator revokes a site: its keys no longer read or send (rulings §4.4, §4.5). A site that is
 * already revoked stays as it is, and nothing is recorded.
 */
export async function revokeSite(core: Db, caller: Caller, siteId: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, record }) => {
    const site = await findSite(tx, caller, siteId);
    if (site.status === 'revoked') return;
    await tx.site.update({ where: { rowId: site.rowId }, data: { status: 'revoked' } });
    await record({ action: 'site.revoke', siteId: site.id, detail: { from: site.status } });
  });
}

/**
 * An operator restores a revoked site. It becomes paused, and the customer can activate it within
 * the quota. Throws `site_not_revoked`.
 */
export async function restoreSite(core: Db, caller: Caller, siteId: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, record }) => {
    const site = await findSite(tx, caller, siteId);
    if (site.status !== 'revoked') throw new DomainError('site_not_revoked');
    await tx.site.update({ where: { rowId: site.rowId }, data: { status: 'paused', downgradedAt: null } });
    await record({ action: 'site.restore', siteId: site.id });
  });
}
