import type { Tx } from '@goal/db';

import type { Core } from '../core.ts';
import { startRetention } from '../ground/grace.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import type { LogAct } from '../ground/tell-log.ts';

/**
 * Turns the reseller flag on or off (interface.md §2, §3). This never changes the plan. Turning it
 * off pauses no site and revokes no key: the limits apply from the next create, activate, mint and
 * retention run (rulings §4.3). If the flag already has that value, nothing is recorded. Returns
 * true if it was changed.
 */
export async function setReseller(core: Core, caller: Caller, enabled: boolean): Promise<boolean> {
  return changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
    if (account.isReseller === enabled) return false;
    await tx.account.update({ where: { rowId: account.rowId }, data: { isReseller: enabled } });
    if (enabled) await tellLog({ kind: 'site.retention', sites: 'all', retentionDays: -1 });
    else {
      await startRetention(tx, account.rowId);
      await tellLog(...(await figuresOfSites(tx, account.rowId)));
    }
    await record({ action: 'account.reseller', detail: { enabled } });
    return true;
  });
}

/** The retentions that the sites have: usually one, and another one while a plan's was changed. */
async function figuresOfSites(tx: Tx, accountRowId: number): Promise<LogAct[]> {
  const found = await tx.$queryRaw<{ days: number; sites: number[] }[]>`
    SELECT retention_days AS days, array_agg(no ORDER BY no) AS sites FROM site WHERE account_no = ${accountRowId} GROUP BY 1`;
  return found.map(({ days, sites }) => ({
    kind: 'site.retention',
    sites: found.length === 1 ? 'all' : sites,
    retentionDays: days,
  }));
}
