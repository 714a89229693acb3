import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { setKeptForEver } from '../ground/set-retention.ts';

/**
 * Turns the reseller flag on or off (interface.md §2, §3), which changes no plan, site or key:
 * limits apply from the next act on (rulings §4.3). Returns whether it was changed.
 */
export async function setReseller(core: Db, caller: Caller, enabled: boolean): Promise<boolean> {
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    if (account.isReseller === enabled) return false;
    await setKeptForEver(tx, account, caller.actor, enabled);
    await record({ action: 'account.reseller', detail: { enabled } });
    return true;
  });
}
