import { DomainError, type CreatedGroup, type CreateGroupInput, type UpdateGroupInput } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { endGroupMemberships } from '../ground/end-memberships.ts';
import { findGroup } from './find-group.ts';

/** POST /groups. Throws `group_name_taken`, then `external_ref_taken` (rulings §2.4). */
export async function createGroup(core: Db, caller: Caller, input: CreateGroupInput): Promise<CreatedGroup> {
  const { name, external_ref: externalRef = null } = input;
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    await judgeUnique(tx, account.rowId, { name, externalRef });
    const { id } = await tx.group.create({
      data: { accountRowId: account.rowId, name, externalRef },
      select: { id: true },
    });
    await record({ action: 'group.create', detail: { group_id: id, name, external_ref: externalRef } });
    return { id, name, external_ref: externalRef };
  });
}

/**
 * PATCH /groups/{id}: omitted fields stay as they are. Throws `not_found` and the two conflicts.
 */
export async function updateGroup(core: Db, caller: Caller, groupId: string, input: UpdateGroupInput): Promise<void> {
  const { name, external_ref: externalRef } = input;
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    const group = await findGroup(tx, account.rowId, groupId);
    await judgeUnique(tx, account.rowId, { name, externalRef }, group.rowId);
    const data = { ...(name === undefined ? {} : { name }), ...(externalRef === undefined ? {} : { externalRef }) };
    await tx.group.update({ where: { rowId: group.rowId }, data });
    const reference = externalRef === undefined ? {} : { external_ref: externalRef };
    await record({
      action: 'group.update',
      detail: { group_id: group.id, ...(name === undefined ? {} : { name }), ...reference },
    });
  });
}

/**
 * DELETE /groups/{id}: deletes the group with its keys, memberships and invitations, and leaves its
 * sites without a group, in one transaction. Events stay (rulings §5.5, §10.3).
 */
export async function deleteGroup(core: Db, caller: Caller, groupId: string): Promise<void> {
  await changeAccount(core, caller, async (change) => {
    const { tx, account, record } = change;
    const group = await findGroup(tx, account.rowId, groupId);
    await endGroupMemberships(change, group);
    // Foreign keys delete the group's keys and set its sites' group to null.
    await tx.group.delete({ where: { rowId: group.rowId } });
    await record({ action: 'group.delete', detail: { group_id: group.id, name: group.name } });
  });
}

/** Checks that name, then reference, are unique; exact by the account's lock. */
async function judgeUnique(
  tx: Tx,
  accountRowId: number,
  { name, externalRef }: { name?: string | undefined; externalRef?: string | null | undefined },
  except = 0,
): Promise<void> {
  const others = { accountRowId, rowId: { not: except } };
  if (name !== undefined && (await tx.group.count({ where: { ...others, name } })) > 0) {
    throw new DomainError('group_name_taken');
  }
  if (typeof externalRef === 'string' && (await tx.group.count({ where: { ...others, externalRef } })) > 0) {
    throw new DomainError('external_ref_taken');
  }
}
