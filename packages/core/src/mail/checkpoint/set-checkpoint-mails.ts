import { DomainError, isUuid } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { changePerson } from '../../person/change-person.ts';
import type { People } from '../../person/people.ts';
import { nextFirst } from './first-of-month.ts';

/**
 * me.mails.setCheckpoint: the accounts whose newest checkpoint the person gets on the first of each
 * month from now on (rulings §16.15). An account that is not named sends none. Throws `not_found`
 * without a mail server and for an account that they do not own, and `email_unproven`, as for
 * weekly summaries.
 */
export async function setCheckpointMails(
  core: Db,
  people: Pick<People, 'mailer'>,
  session: SessionCredential,
  accountIds: readonly string[],
): Promise<void> {
  if (people.mailer === undefined) throw new DomainError('not_found');
  const ids = [...new Set(accountIds.map((id) => id.toLowerCase()))];
  if (!ids.every(isUuid)) throw new DomainError('not_found');
  await changePerson(core, session, async ({ tx, person: { rowId, isProven } }) => {
    if (ids.length > 0 && !isProven) throw new DomainError('email_unproven');
    await tx.$executeRaw`
      UPDATE membership m SET checkpoint_mail_due_at = NULL FROM account a
      WHERE m.person_no = ${rowId} AND m.checkpoint_mail_due_at IS NOT NULL AND a.no = m.account_no AND a.id <> ALL (${ids}::uuid[])`;
    // A mail that is due at this moment stays due.
    const set = await tx.$executeRaw`
      UPDATE membership m SET checkpoint_mail_due_at = coalesce(m.checkpoint_mail_due_at, ${nextFirst(new Date()).toISOString()}::timestamptz)
      FROM account a WHERE m.person_no = ${rowId} AND m.role = 'owner' AND a.no = m.account_no AND a.id = ANY (${ids}::uuid[])`;
    if (set < ids.length) throw new DomainError('not_found');
  });
}
