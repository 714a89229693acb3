import { DomainError, isUuid, type WeeklyMailsBody } from '@goal/contract';

import type { Core } from '../core.ts';
import type { SessionCredential } from '../credential/credential.ts';
import { changePerson } from '../person/change-person.ts';
import type { People } from '../person/people.ts';
import { nextMonday } from './monday.ts';

/**
 * me.mails.setWeekly: the person's time zone, and the accounts whose weekly summary they get from
 * now on (rulings §10.40). An account that is not named sends none. Throws `not_found` without a
 * mail server and for an account that they are no member of, and `email_unproven`: nothing is
 * mailed to a mailbox that may be somebody else's.
 */
export async function setWeeklyMails(
  core: Core,
  people: Pick<People, 'mailer'>,
  session: SessionCredential,
  { tz, accounts }: WeeklyMailsBody,
): Promise<void> {
  if (people.mailer === undefined) throw new DomainError('not_found');
  const mails = new Map(accounts.map(({ account_id: id, mail }) => [id.toLowerCase(), mail]));
  const ids = [...mails.keys()];
  if (!ids.every(isUuid)) throw new DomainError('not_found');
  await changePerson(core, session, async ({ tx, person: { rowId, isProven } }) => {
    if (ids.length > 0 && !isProven) throw new DomainError('email_unproven');
    const [before] = await tx.$queryRaw<
      { zone: string | null }[]
    >`SELECT time_zone AS zone FROM person WHERE no = ${rowId}`;
    await tx.$executeRaw`UPDATE person SET time_zone = ${tz} WHERE no = ${rowId}`;
    await tx.$executeRaw`
      DELETE FROM weekly_mail w USING account a
      WHERE w.person_no = ${rowId} AND a.no = w.account_no AND a.id <> ALL (${ids}::uuid[])`;
    // A mail that is due at this moment stays due, unless its Monday is now another moment.
    const set = await tx.$executeRaw`
      INSERT INTO weekly_mail AS w (person_no, account_no, with_texts, due_at)
      SELECT m.person_no, m.account_no, k.mail = 'texts', ${new Date(nextMonday(tz, Date.now()).dueMs).toISOString()}::timestamptz
      FROM unnest(${ids}::uuid[], ${[...mails.values()]}::text[]) AS k(id, mail)
        JOIN account a ON a.id = k.id JOIN membership m ON m.account_no = a.no AND m.person_no = ${rowId}
      ON CONFLICT (person_no, account_no) DO UPDATE SET with_texts = excluded.with_texts,
        due_at = CASE WHEN ${before?.zone === tz}::boolean THEN w.due_at ELSE excluded.due_at END`;
    if (set < ids.length) throw new DomainError('not_found');
  });
}
