import { DomainError, isUuid, type WeeklyMailsBody } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { changePerson } from '../../person/change-person.ts';
import type { People } from '../../person/people.ts';
import { inOtherZone, nextMonday } from './monday.ts';

/**
 * me.mails.setWeekly: the person's time zone, and the accounts whose weekly summary they get from
 * now on (rulings §10.40). An account that is not named sends none. Throws `not_found` without a
 * mail server and for an account that they are no member of, and `email_unproven`: nothing is
 * mailed to a mailbox that may be somebody else's.
 */
export async function setWeeklyMails(
  core: Db,
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
    await moveTo(tx, rowId, tz);
    await tx.$executeRaw`
      DELETE FROM weekly_mail w USING account a
      WHERE w.person_no = ${rowId} AND a.no = w.account_no AND a.id <> ALL (${ids}::uuid[])`;
    // A mail that is due at this moment stays due.
    const set = await tx.$executeRaw`
      INSERT INTO weekly_mail (person_no, account_no, with_texts, due_at)
      SELECT m.person_no, m.account_no, k.mail = 'texts', ${new Date(nextMonday(tz, Date.now()).dueMs).toISOString()}::timestamptz
      FROM unnest(${ids}::uuid[], ${[...mails.values()]}::text[]) AS k(id, mail)
        JOIN account a ON a.id = k.id JOIN membership m ON m.account_no = a.no AND m.person_no = ${rowId}
      ON CONFLICT (person_no, account_no) DO UPDATE SET with_texts = excluded.with_texts`;
    if (set < ids.length) throw new DomainError('not_found');
  });
}

/**
 * Sets the person's zone. Each of their mails is then due on the same Monday by the other clock.
 */
async function moveTo(tx: Tx, rowId: number, to: string): Promise<void> {
  const [person] = await tx.$queryRaw<
    { zone: string | null }[]
  >`SELECT time_zone AS zone FROM person WHERE no = ${rowId}`;
  const from = person?.zone ?? 'UTC';
  await tx.$executeRaw`UPDATE person SET time_zone = ${to} WHERE no = ${rowId}`;
  if (from === to) return;
  // Under their locks: a worker may be setting the next Monday at this moment.
  const mails = await tx.$queryRaw<{ account: number; at: Date }[]>`
    SELECT account_no AS account, due_at AS at FROM weekly_mail WHERE person_no = ${rowId} ORDER BY account_no FOR UPDATE`;
  const due = mails.map(({ at }) => new Date(inOtherZone(at.getTime(), { from, to })).toISOString());
  await tx.$executeRaw`
    UPDATE weekly_mail w SET due_at = k.due
    FROM unnest(${mails.map(({ account }) => account)}::int[], ${due}::timestamptz[]) AS k(account, due)
    WHERE w.person_no = ${rowId} AND w.account_no = k.account`;
}
