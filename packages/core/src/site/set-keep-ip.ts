import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSite } from '../ground/find-site.ts';

/**
 * dashboard.sites.setKeepIp: whether the site keeps the addresses of its events (rulings §11.5).
 * The next request that sends events is judged by it; events that are stored stay as they are. A
 * value that stands already is not recorded. Throws `not_found`.
 */
export async function setKeepIp(core: Db, caller: Caller, siteId: string, keepIp: boolean): Promise<void> {
  await changeAccount(core, caller, async ({ tx, record }) => {
    const site = await findSite(tx, caller, siteId);
    const { count } = await tx.site.updateMany({ where: { rowId: site.rowId, keepIp: !keepIp }, data: { keepIp } });
    if (count > 0) await record({ action: 'site.keep_ip', siteId: site.id, detail: { keep_ip: keepIp } });
  });
}
