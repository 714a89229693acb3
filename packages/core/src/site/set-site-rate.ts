import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSite } from '../ground/find-site.ts';

/**
 * PATCH /admin/sites/{id}: sets how many requests per second the site's keys may read (rulings
 * §6.8). The burst is three times that.
 */
export async function setSiteRate(core: Db, caller: Caller, siteId: string, rps: number): Promise<void> {
  await changeAccount(core, caller, async ({ tx, record }) => {
    const site = await findSite(tx, caller, siteId);
    const changed = await tx.site.updateMany({
      where: { rowId: site.rowId, NOT: { rateLimitRps: rps } },
      data: { rateLimitRps: rps },
    });
    if (changed.count > 0) await record({ action: 'site.rate', siteId: site.id, detail: { rate_limit_rps: rps } });
  });
}
