import { DomainError, limits, type ActivatedSites, type ActivateSitesInput } from '@goal/contract';
import type { Prisma, Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount, type LockedAccount } from '../ground/change-account.ts';
import { remainingSites } from '../ground/limits-of.ts';
import { findSitesByIds, type SiteRef } from '../ground/find-site.ts';

/**
 * POST /admin/accounts/{id}/sites/activate (rulings §8): activates the requested sites that are
 * paused, newest first, as many as the plan has room for and at most `limits.activations`. `left`
 * counts those that stay paused. Each activation is recorded like that of a single site. Throws
 * `not_found` if an id is not a site of the account, then `site_not_reactivable` if a site is
 * revoked; both change nothing.
 */
export async function activateSites(core: Db, caller: Caller, input: ActivateSitesInput): Promise<ActivatedSites> {
  return changeAccount(core, caller, async ({ tx, account, recordOnSites }) => {
    const active = await tx.site.count({ where: { accountRowId: account.rowId, status: 'active' } });
    const most = Math.min(remainingSites(account, active), limits.activations);
    const { paused, count } = Array.isArray(input.ids)
      ? await pausedAmong(tx, account, input.ids)
      : await pausedByLastDowngrade(tx, account, most);
    const chosen = paused.slice(0, most);
    const activated = chosen.map(({ id }) => id);
    if (chosen.length > 0) {
      await tx.$executeRaw`UPDATE site SET status = 'active' WHERE no = ANY (${chosen.map(({ rowId }) => rowId)})`;
      await recordOnSites({ action: 'site.activate' }, activated);
    }
    return { activated, left: count - activated.length };
  });
}

/** rulings §5.3 */
const newestFirst = [{ createdAt: 'desc' }, { rowId: 'desc' }] satisfies Prisma.SiteOrderByWithRelationInput[];

/** The newest of `count` paused sites, newest first. */
type Paused = { paused: SiteRef[]; count: number };

async function pausedAmong(tx: Tx, account: LockedAccount, ids: readonly unknown[]): Promise<Paused> {
  const sites = await findSitesByIds(tx, account, ids);
  if (sites.some(({ status }) => status === 'revoked')) throw new DomainError('site_not_reactivable');
  const paused = sites.filter(({ status }) => status === 'paused');
  return { paused, count: paused.length };
}

/** Reads at most `most` sites; counts all. */
async function pausedByLastDowngrade(tx: Tx, { rowId, lastDowngradeAt }: LockedAccount, most: number): Promise<Paused> {
  if (lastDowngradeAt === null) return { paused: [], count: 0 };
  const where = { accountRowId: rowId, status: 'paused', downgradedAt: lastDowngradeAt };
  const count = await tx.site.count({ where });
  const paused = await tx.site.findMany({ where, select: { rowId: true, id: true }, orderBy: newestFirst, take: most });
  return { paused, count };
}
