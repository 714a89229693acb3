import { DomainError } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { sitesToPause } from '../ground/limits-of.ts';
import { newestActiveSites } from './newest-active-sites.ts';

/**
 * Sets an account's plan (rulings §4.2, interface.md §2 effect 6). If it is the current plan,
 * nothing is changed or recorded. Throws `unknown_plan`.
 */
export async function changePlan(core: Db, caller: Caller, slug: string): Promise<void> {
  await changeAccount(core, caller, (change) => setPlan(change, slug));
}

/**
 * Sets the plan and the retention of the sites, within a change of the account; every change of
 * plan uses it. Unless the account is a reseller, it pauses the newest active sites until the cap
 * holds and stores the time of the downgrade with them, by which `activateSites` finds them again.
 * An upgrade reactivates nothing. Throws `unknown_plan`.
 */
export async function setPlan({ tx, account, record, setRetention }: Change, slug: string): Promise<void> {
  const plan = await tx.plan.findFirst({ where: { slug } });
  if (plan === null) throw new DomainError('unknown_plan');
  if (slug === account.plan.slug) return;
  await tx.account.update({ where: { rowId: account.rowId }, data: { planSlug: slug } });
  await setRetention('all', plan.retentionDays);
  const active = await tx.site.count({ where: { accountRowId: account.rowId, status: 'active' } });
  const beyond = await newestActiveSites(
    tx,
    account.rowId,
    sitesToPause({ isReseller: account.isReseller, plan }, active),
  );
  const numbers = beyond.map(({ rowId }) => rowId);
  if (numbers.length > 0)
    await tx.$executeRaw`
      WITH downgrade AS (UPDATE account SET last_downgrade_at = clock_timestamp() WHERE no = ${account.rowId} RETURNING last_downgrade_at)
      UPDATE site SET status = 'paused', downgraded_at = last_downgrade_at FROM downgrade WHERE no = ANY (${numbers})`;
  await record({
    action: 'account.plan',
    detail: { from: account.plan.slug, to: slug, sites_paused: numbers.length },
  });
}
