import { DomainError, limits, shownAccess, type GroupKeyView, type MintedGroupKey } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { findGroup, type GroupRef } from '../group/find-group.ts';
import type { Part } from '../ground/part.ts';
import { insertKey, type NewKey } from './insert-key.ts';
import { listKeys, namedKeyView } from './key-view.ts';

/** GET /groups/{id}/keys: active and revoked, newest first. */
export function listGroupKeys(core: Db, group: GroupRef): Promise<Part<GroupKeyView>> {
  return listKeys(core, 'group_key', group, namedKeyView<string>);
}

/** The same for people, with uses and refusals of a moment ago. */
export async function inspectGroupKeys(core: Core, group: GroupRef): Promise<Part<GroupKeyView>> {
  await core.uses.flushIfPossible();
  return listGroupKeys(core, group);
}

/**
 * POST /groups/{id}/keys: a group has at most 10 active keys, even a reseller's (interface.md §8,
 * rulings §3.6). Throws `ten_group_keys`.
 */
export async function mintGroupKey(core: Db, caller: Caller, groupId: string, given: NewKey): Promise<MintedGroupKey> {
  const name = given.name ?? 'group key';
  const access = given.access ?? 'full';
  const limited = shownAccess(access);
  return changeAccount(core, caller, async ({ tx, record }) => {
    const group = await findGroup(tx, caller.account.rowId, groupId);
    const active = await tx.groupKey.count({ where: { groupRowId: group.rowId, revokedAt: null } });
    if (active >= limits.groupKeysPerGroup) throw new DomainError('ten_group_keys');
    const key = await insertKey('group', (data) =>
      tx.groupKey.createMany({ data: { ...data, groupRowId: group.rowId, name, access }, skipDuplicates: true }),
    );
    await record({ action: 'group_key.create', detail: { group_id: group.id, prefix: key.prefix, name, ...limited } });
    return { key: key.token, prefix: key.prefix, name, ...limited };
  });
}

/**
 * DELETE /groups/{id}/keys/{prefix}. Throws `not_found` for a prefix that is unknown, of another
 * group or already revoked.
 */
export async function revokeGroupKey(core: Db, caller: Caller, groupId: string, prefix: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, record }) => {
    const group = await findGroup(tx, caller.account.rowId, groupId);
    const revoked = await tx.$executeRaw`
      UPDATE group_key SET revoked_at = clock_timestamp() WHERE group_no = ${group.rowId} AND prefix = ${prefix} AND revoked_at IS NULL`;
    if (revoked === 0) throw new DomainError('not_found');
    await record({ action: 'group_key.revoke', detail: { group_id: group.id, prefix } });
  });
}
