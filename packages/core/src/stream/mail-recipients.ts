import { DomainError, type StreamFilters } from '@goal/contract';

import type { Core } from '../core.ts';
import { hasRequiredFactor } from '../weekly/unsubscribe.ts';
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
  const group = filters.group_id === undefined ? [] : [{ group: { id: filters.group_id } }];
  const found = await core.db.prisma.membership.count({
    where: { accountRowId: account.rowId, id: { in: [...ids] }, OR: [{ groupRowId: null }, ...group] },
  });
  if (found < ids.length) throw new DomainError('not_found');
}

/**
 * The addresses that a mail of a stream goes to at this moment (rulings §15.3): of those of the
 * members `to` who may still read all that it finds, or of the account where `to` is null. A member
 * without the second factor that the account requires gets none, at the account's address either,
 * because their session may not read it (rulings §10.24).
 */
export async function recipientsNow(
  { db }: Pick<Core, 'db'>,
  account: { rowId: number },
  to: readonly string[] | null,
  groupId: unknown,
): Promise<string[]> {
  const { rows } =
    to === null
      ? await db.work.query<{ email: string }>(ofAccount, [account.rowId])
      : await db.work.query<{ email: string }>(ofMembers, [account.rowId, to, groupId ?? null]);
  return rows.map(({ email }) => email);
}

const ofAccount = `select a.email from account a where a.no = $1 and not exists (
    select from membership m join person p on p.no = m.person_no
    where m.account_no = a.no and p.email = a.email and not ${hasRequiredFactor})`;
const ofMembers = `select p.email from membership m join person p on p.no = m.person_no join account a on a.no = m.account_no
    left join site_group g on g.no = m.group_no
  where m.account_no = $1 and m.id = any($2::uuid[]) and (g.no is null or g.id = $3::uuid) and ${hasRequiredFactor}`;
