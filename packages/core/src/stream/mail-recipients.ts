import { DomainError, type StreamFilters } from '@goal/contract';
import type { Database, Tx } from '@goal/db';

import type { Core } from '../core.ts';
import type { OpenSink } from './stream-sink.ts';

/** Ids of members to whom a stream of mails goes; null is the address of the account. */
const recipientsOf = (sink: OpenSink): readonly string[] | null =>
  sink.type === 'mail' && Array.isArray(sink['to']) ? sink['to'].map(String) : null;

/**
 * A stream of mails goes to members who may read all that its filter finds: those of the whole
 * account, or of the filter's group. Throws `not_found` for anybody else.
 */
export async function judgeMailSink(
  core: Core,
  { account }: { account: { rowId: number } },
  sink: OpenSink,
  filters: Pick<StreamFilters, 'group_id'>,
): Promise<void> {
  const ids = recipientsOf(sink);
  if (ids === null) return;
  const found = await addressesOf(core.db.prisma, account, ids, filters.group_id);
  if (found.length < ids.length) throw new DomainError('not_found');
}

/** The addresses of those of these members who may read the stream. */
export async function addressesOf(
  db: Database['prisma'] | Tx,
  account: { rowId: number },
  ids: readonly string[],
  groupId: string | undefined,
): Promise<string[]> {
  const group = groupId === undefined ? [] : [{ group: { id: groupId } }];
  const found = await db.membership.findMany({
    where: { accountRowId: account.rowId, id: { in: [...ids] }, OR: [{ groupRowId: null }, ...group] },
    select: { person: { select: { email: true } } },
  });
  return found.map(({ person }) => person.email);
}
