import { DomainError, type UpdateSiteInput } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findGroup } from '../group/find-group.ts';
import { findSite } from '../ground/find-site.ts';

/**
 * interface.md §4 rule 4: only an account key without a group moves a site. With a group key the
 * mere presence of `group_id` is `not_found`.
 */
export function refuseMoveByGroupKey(caller: Omit<Caller, 'actor'>, body: object): void {
  if (caller.group !== undefined && Object.hasOwn(body, 'group_id')) throw new DomainError('not_found');
}

/**
 * PATCH /sites/{id}: renames a site and moves it between groups (a null `group_id` removes it from
 * its group). Omitted fields stay as they are. Throws `not_found` for the site or the group.
 */
export async function updateSite(core: Db, caller: Caller, siteId: string, input: UpdateSiteInput): Promise<void> {
  refuseMoveByGroupKey(caller, input);
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    const site = await findSite(tx, caller, siteId);
    const { name, group_id: groupId } = input;
    const groupRowId =
      groupId === undefined ? undefined : groupId === null ? null : (await findGroup(tx, account.rowId, groupId)).rowId;
    await tx.site.update({
      where: { rowId: site.rowId },
      data: { ...(name === undefined ? {} : { name }), ...(groupRowId === undefined ? {} : { groupRowId }) },
    });
    const moved = groupId === undefined ? {} : { group_id: groupId === null ? null : groupId.toLowerCase() };
    await record({
      action: 'site.update',
      siteId: site.id,
      detail: { ...(name === undefined ? {} : { name }), ...moved },
    });
  });
}
