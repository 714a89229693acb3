import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { setKeptForEver } from '../ground/set-retention.ts';

/**
 * Turns the reseller flag on or off (interface.md §2, §3). This never changes the plan. Turning it
 * off pauses no site and revokes no key: the limits apply from the next create, activate, mint and
 * retention run (rulings §4.3). If the flag already has that value, nothing is recorded. Returns
 * true if it was changed.
 */
export async function setReseller(core: Db, caller: Caller, enabled: boolean): Promise<boolean> {
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    if (account.isReseller === enabled) return false;
    await setKeptForEver(tx, account, caller.actor, enabled);
    await record({ action: 'account.reseller', detail: { enabled } });
    return true;
  });
}
