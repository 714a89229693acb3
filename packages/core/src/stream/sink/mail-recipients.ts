import { DomainError, type OpenSink, type StreamFilters } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { hasRequiredFactor } from '../../member/mailable.ts';

/** Ids of members to whom a stream of mails goes; null is the address of the account. */
const recipientsOf = (sink: OpenSink): readonly string[] | null =>
  sink.type === 'mail' && Array.isArray(sink['to']) ? sink['to'].map(String) : null;

/**
 * A stream of mails goes to members who may read all that its filter finds: those of the whole
 * account, or of the filter's group. Throws `not_found` for anybody else.
 */
export async function judgeMailSink(
  core: Db,
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

/** Somebody who may read what a stream of mails finds; the account's address where `to` is null. */
export type MailReader = {
  email: string;
  /** Undefined: nobody signs in with the account's address. */
  personRowId: number | undefined;
  /** Whether the mails reach them: they proved their e-mail, and did not end these mails. */
  isMailed: boolean;
};

/**
 * Whom a mail of a stream is for at this moment (rulings §15.3): those of the members `to` who may
 * still read all that it finds, or the account where `to` is null. A member without the second
 * factor that the account requires gets none, at the account's address either, because their
 * session may not read it (rulings §10.24).
 */
export async function readersNow(
  { db }: Db,
  account: { rowId: number },
  to: readonly string[] | null,
  groupId: unknown,
): Promise<MailReader[]> {
  type Row = { email: string; personRowId: number | null; isMailed: boolean };
  const { rows } =
    to === null
      ? await db.work.query<Row>(ofAccount, [account.rowId])
      : await db.work.query<Row>(ofMembers, [account.rowId, to, groupId ?? null]);
  return rows.map(({ personRowId, ...row }) => ({ ...row, personRowId: personRowId ?? undefined }));
}

const isUnmuted = `not 'alert' = any (p.muted_mails)`;

/** The address of an account is its provider's or proven, so nobody has to prove it again. */
const ofAccount = `select a.email, p.no as "personRowId", p.no is null or ${isUnmuted} as "isMailed"
  from account a left join person p on p.email = a.email
  where a.no = $1 and not exists (
    select from membership m where m.account_no = a.no and m.person_no = p.no and not ${hasRequiredFactor})`;
const ofMembers = `select p.email, p.no as "personRowId", p.email_proven_at is not null and ${isUnmuted} as "isMailed" from membership m join person p on p.no = m.person_no join account a on a.no = m.account_no
    left join site_group g on g.no = m.group_no
  where m.account_no = $1 and m.id = any($2::uuid[]) and (g.no is null or g.id = $3::uuid) and ${hasRequiredFactor}`;
