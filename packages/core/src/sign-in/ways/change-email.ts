import { DomainError, mailboxOf } from '@goal/contract';
import { uniqueViolation } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { codeLetter } from '../../mail/code-mail.ts';
import { tellOldPersonEmail } from '../../mail/news.ts';
import { sendNow } from '../../mail/send-now.ts';
import { spendTry } from '../brake.ts';
import { takeCeremony } from '../ceremony.ts';
import { changePerson } from '../../person/change-person.ts';
import { judgeCode, openCode } from '../mailed-code.ts';
import type { People } from '../../person/people.ts';

/**
 * me.email.ask: mails a code to the e-mail that the person wants to sign in with. It does not tell
 * whether somebody has that e-mail. A person may ask five times an hour, and so may an address be
 * written to. Throws `not_found` without a mail server, `email_taken` for the person's own e-mail,
 * `rate_limited`, and `mail_not_sent` within 10 s.
 */
export async function askToChangeEmail(
  core: Db,
  people: People,
  { person }: SessionCredential,
  { email }: { email: string },
): Promise<{ ceremony: string }> {
  if (people.mailer === undefined) throw new DomainError('not_found');
  if (email === person.email) throw new DomainError('email_taken');
  await spendTry(core, { kind: 'code', about: `person ${person.rowId}` });
  await spendTry(core, { kind: 'code', about: mailboxOf(email) });
  const { ceremony, code } = await openCode(core, 'email', { email, personRowId: person.rowId });
  await sendNow(people.mailer, email, codeLetter('email', code, people.dashboardUrl));
  return { ceremony };
}

/**
 * me.email.give: the person signs in with the new e-mail from now on, and it counts as proven.
 * Their ways in and sessions stay, also if the old e-mail was never proven: the session that has
 * them is the one that proved the new mailbox, so nobody else's mailbox is concerned (rulings
 * §10.21). The old address is told. Throws `not_found` without a mail server, `attempt_expired`,
 * `wrong_code`, and `email_taken` if somebody has that e-mail.
 */
export async function changeEmail(
  core: Db,
  people: Pick<People, 'mailer'>,
  session: SessionCredential,
  given: { ceremony: string; code: string },
): Promise<void> {
  if (people.mailer === undefined) throw new DomainError('not_found');
  const { personRowId, data, isRight } = await judgeCode(core, 'email', given);
  if (personRowId !== session.person.rowId) throw new DomainError('attempt_expired');
  if (!isRight) throw new DomainError('wrong_code');
  const { email: to } = data;
  try {
    await changePerson(core, session, async ({ tx, person, record }) => {
      await takeCeremony(tx, 'email', given.ceremony);
      await tx.$executeRaw`
        UPDATE person SET email = ${to}, email_proven_at = clock_timestamp() WHERE no = ${person.rowId}`;
      await record('person.email', { from: person.email, to });
      await tellOldPersonEmail(tx, person, { from: person.email, to });
    });
  } catch (error) {
    if (uniqueViolation(error) === 'person_email_key') throw new DomainError('email_taken', { cause: error });
    throw error;
  }
}
