import { DomainError, limits, type ChosenSites } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSitesByIds } from '../ground/find-site.ts';
import { siteQuota } from '../ground/limits-of.ts';

/**
 * dashboard.sites.choose: these sites are active from now on, and the other active ones are paused
 * (rulings §10.19). The sites that it pauses count as paused by the last downgrade, which left the
 * account with too few places. Each change of a site is recorded, and the choice as a whole.
 *
 * Throws `not_found` for an id that is no site of the account or a revoked one, then
 * `nothing_to_choose` for a reseller, `chosen_three_times`, `site_limit`; these change nothing.
 */
export async function chooseSites(
  core: Db,
  caller: Caller,
  { ids }: { ids: readonly unknown[] },
): Promise<ChosenSites> {
  return changeAccount(core, caller, async ({ tx, account, record, recordOnSites }) => {
    const chosen = await findSitesByIds(tx, account, ids);
    if (chosen.some(({ status }) => status === 'revoked')) throw new DomainError('not_found');
    if (account.isReseller) throw new DomainError('nothing_to_choose');
    await countChoice(tx, account);
    if (chosen.length > siteQuota(account)) throw new DomainError('site_limit');
    const numbers = chosen.map(({ rowId }) => rowId);
    const activated = idsOf(
      await tx.$queryRaw<Id[]>`
        UPDATE site SET status = 'active' WHERE no = ANY (${numbers}) AND status = 'paused' RETURNING id::text`,
    );
    const paused = idsOf(
      await tx.$queryRaw<Id[]>`
        UPDATE site SET status = 'paused', downgraded_at = ${account.lastDowngradeAt}::timestamptz
        WHERE account_no = ${account.rowId} AND status = 'active' AND no <> ALL (${numbers}) RETURNING id::text`,
    );
    await recordOnSites({ action: 'site.activate' }, activated);
    await recordOnSites({ action: 'site.pause' }, paused);
    const change = { activated: activated.length, paused: paused.length };
    await record({ action: 'sites.choose', detail: { chosen: chosen.length, ...change } });
    return change;
  });
}

type Id = { id: string };
const idsOf = (rows: readonly Id[]): string[] => rows.map(({ id }) => id);

/** Counts a choice of this UTC day, the database's. Throws `chosen_three_times`. */
async function countChoice(tx: Tx, { rowId }: { rowId: number }): Promise<void> {
  await tx.$executeRaw`DELETE FROM chosen_sites WHERE account_no = ${rowId} AND at < date_trunc('day', clock_timestamp(), 'UTC')`;
  const before = await tx.chosenSites.count({ where: { accountRowId: rowId } });
  if (before >= limits.choicesPerDay) throw new DomainError('chosen_three_times');
  await tx.chosenSites.create({ data: { accountRowId: rowId } });
}
