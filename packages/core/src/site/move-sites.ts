import type { MoveSitesInput } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findSitesByIds } from '../ground/find-site.ts';
import { findGroup } from '../group/find-group.ts';

/**
 * dashboard.sites.move: puts all of these sites into a group, or out of theirs, or none of them
 * (rulings §10.31). Returns how many changed their group; only these are recorded. Throws
 * `not_found` for the group or for one of the sites.
 */
export async function moveSites(
  core: Db,
  caller: Caller,
  { ids, group_id: groupId }: MoveSitesInput,
): Promise<{ moved: number }> {
  return changeAccount(core, caller, async ({ tx, account, recordOnSites }) => {
    const group = groupId === null ? null : await findGroup(tx, account.rowId, groupId);
    const groupRowId = group?.rowId ?? null;
    const sites = await findSitesByIds(tx, account, ids);
    const moving = sites.filter((site) => site.groupRowId !== groupRowId);
    if (moving.length > 0) {
      await tx.site.updateMany({ where: { rowId: { in: moving.map(({ rowId }) => rowId) } }, data: { groupRowId } });
      await recordOnSites(
        { action: 'site.update', detail: { group_id: group?.id ?? null } },
        moving.map(({ id }) => id),
      );
    }
    return { moved: moving.length };
  });
}
