import { DomainError, isUuid } from '@goal/contract';
import type { Database, Tx } from '@goal/db';

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
