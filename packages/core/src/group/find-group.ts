import { DomainError, isUuid } from '@goal/contract';
import type { Database, Tx } from '@goal/db';

import type { Caller } from '../ground/caller.ts';

export type GroupRef = { rowId: number; id: string };

/**
 * Finds the account's group. Throws `not_found` for unknown, foreign and malformed ids alike
 * (interface.md §7).
 */
export async function findGroup(
  client: Database['prisma'] | Tx,
  accountRowId: number,
  id: unknown,
): Promise<GroupRef & { name: string }> {
  const group = isUuid(id)
    ? await client.group.findFirst({ where: { id, accountRowId }, select: { rowId: true, id: true, name: true } })
    : null;
  if (group === null) throw new DomainError('not_found');
  return group;
}

/**
 * Finds the group as a member reaches it: a member of one group reaches no other (rulings §10.6).
 * Throws `not_found`.
 */
export async function findReachedGroup(
  client: Database['prisma'],
  { account, group: own }: Pick<Caller, 'account' | 'group'>,
  id: string,
): Promise<GroupRef> {
  const group = await findGroup(client, account.rowId, id);
  if (own !== undefined && own.rowId !== group.rowId) throw new DomainError('not_found');
  return group;
}
