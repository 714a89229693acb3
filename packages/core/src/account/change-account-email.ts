import { DomainError, mailboxOf } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { MembershipPart, SessionCredential } from '../credential/credential.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { codeLetter } from '../mail/code-mail.ts';
import { sendNow } from '../mail/send-now.ts';
import { spendTry } from '../sign-in/brake.ts';
import { takeCeremony } from '../sign-in/ceremony.ts';
import { judgeCode, openCode } from '../sign-in/mailed-code.ts';
import type { People } from '../person/people.ts';
import { setAccountEmail, withUniqueEmail } from './set-account-email.ts';

/** The owner who asks, and the account. */
type AskingOwner = {
  session: Pick<SessionCredential, 'person'>;
  membership: { account: Pick<MembershipPart['account'], 'email'> };
  caller: Caller;
};

/**
 * dashboard.account.email.ask: mails a code to the e-mail that an owner wants the account to have
 * (rulings §10.41). It does not tell whether another account has that e-mail. It shares the brakes
 * of `askToChangeEmail`: five an hour for the person, and five for an address. Throws `not_found`
 * without a mail server, `account_exists` for the account's own e-mail, `rate_limited`, and
 * `mail_not_sent` within 10 s.
 */
export async function askToChangeAccountEmail(
  core: Db,
  people: Pick<People, 'mailer' | 'dashboardUrl'>,
  { session: { person }, membership, caller }: AskingOwner,
  { email }: { email: string },
): Promise<{ ceremony: string }> {
  if (people.mailer === undefined) throw new DomainError('not_found');
  if (email === membership.account.email) throw new DomainError('account_exists');
  await spendTry(core, { kind: 'code', about: `person ${person.rowId}` });
  await spendTry(core, { kind: 'code', about: mailboxOf(email) });
  const about = { email, personRowId: person.rowId, accountRowId: caller.account.rowId };
  const { ceremony, code } = await openCode(core, 'account_email', about);
  await sendNow(people.mailer, email, codeLetter('account_email', code, people.dashboardUrl));
  return { ceremony };
}

/**
 * dashboard.account.email.give: the account has the new e-mail from now on (rulings §10.41). The
 * old address is told. A code counts for the person who asked and for the account that it was asked
 * for. Throws `not_found` without a mail server, `attempt_expired`, `wrong_code`, and
 * `account_exists` if an account has that e-mail.
 */
export async function changeAccountEmail(
  core: Db,
  people: Pick<People, 'mailer'>,
  { session, caller }: Omit<AskingOwner, 'membership'>,
  given: { ceremony: string; code: string },
): Promise<void> {
  if (people.mailer === undefined) throw new DomainError('not_found');
  const { personRowId, data, isRight } = await judgeCode(core, 'account_email', given);
  const isTheirs = personRowId === session.person.rowId && data.accountRowId === caller.account.rowId;
  if (!isTheirs) throw new DomainError('attempt_expired');
  if (!isRight) throw new DomainError('wrong_code');
  await withUniqueEmail(() =>
    changeAccount(core, caller, async (change) => {
      await takeCeremony(change.tx, 'account_email', given.ceremony);
      await setAccountEmail(change, caller.actor, data.email);
    }),
  );
}
