import { DomainError, mailboxOf, type BeganSession } from '@goal/contract';
import { transaction, uniqueViolation, type Tx } from '@goal/db';

import { insertAccount } from '../../account/create-account.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { memberActor, type SessionCredential } from '../../credential/credential.ts';
import { recordAction } from '../../ground/record-action.ts';
import { codeLetter, knownLetter } from '../../mail/code-mail.ts';
import { reachMailServer, sendNow } from '../../mail/send-now.ts';
import { Braked, giveTriesBack, spendTry, spendTryWithin, type Brake } from '../brake.ts';
import { takeCeremony } from '../ceremony.ts';
import { changePerson } from '../../person/change-person.ts';
import { judgeCode, openCode } from '../mailed-code.ts';
import { networkOf } from '../network.ts';
import type { People } from '../../person/people.ts';
import type { PersonRef, Visitor } from '../../person/person.ts';
import { proveEmail } from '../ways/prove-email.ts';
import { beginSession } from '../ways/session.ts';
import { isSignUpOpen } from '../ways/ways.ts';

const ofAddress = ({ address }: Visitor): Brake => ({ kind: 'address', about: networkOf(address) });
const ofEmail = (email: string): Brake => ({ kind: 'code', about: mailboxOf(email) });
/**
 * All accounts that signing up makes: whoever has many addresses makes no more (rulings §10.42).
 */
const ofService: Brake = { kind: 'sign_up', about: 'the service' };

/**
 * entry.signUp.ask: mails a code that makes a free account (rulings §10.20). An e-mail that
 * somebody has here gets a mail that says so instead. The answer and the work are the same: an
 * attempt is opened, the mail server is reached, and one mail leaves after the answer (rulings
 * §10.9).
 *
 * Throws `not_found` where nobody may sign up, `rate_limited`, and `mail_not_sent` if the mail
 * server cannot be reached within 10 s.
 */
export async function askToSignUp(
  core: Core,
  people: People,
  visitor: Visitor,
  { email }: { email: string },
): Promise<{ ceremony: string }> {
  const { mailer, dashboardUrl } = people;
  if (mailer === undefined || !(await isSignUpOpen(core, people))) throw new DomainError('not_found');
  const brakes = [ofAddress(visitor), ofEmail(email)];
  for (const brake of brakes) await spendTry(core, brake);
  const known = await whoHas(core, email);
  const { ceremony, code } = await openCode(core, 'sign_up', { email, personRowId: null });
  try {
    await reachMailServer(mailer);
  } catch (error) {
    // Nobody was told a code, so nobody can guess one.
    await giveTriesBack(core, brakes);
    throw error;
  }
  const letter = known === undefined ? codeLetter('sign_up', code, dashboardUrl) : knownLetter(known, dashboardUrl);
  void sendNow(mailer, email, letter).catch(people.onMailFailure);
  return { ceremony };
}

/**
 * entry.signUp.give: makes a person with a proven e-mail and a free account that they own, and
 * begins a session, all or nothing (rulings §10.20, §10.21). Of two that come at once with one
 * e-mail, one makes both; the other is `attempt_expired`, as for an e-mail that somebody has got
 * meanwhile. An account that was made gives no try of the address and of the service back, so that
 * both make a bounded number of them.
 *
 * Throws `not_found` where nobody may sign up, `rate_limited`, `attempt_expired`, `wrong_code`.
 */
export async function signUp(
  core: Db,
  people: People,
  visitor: Visitor,
  given: { ceremony: string; code: string },
): Promise<BeganSession> {
  if (!(await isSignUpOpen(core, people))) throw new DomainError('not_found');
  await spendTry(core, ofAddress(visitor));
  try {
    const { data, isRight } = await judgeCode(core, 'sign_up', given);
    if (!isRight) throw new DomainError('wrong_code');
    const { email } = data;
    const began = await transaction(core.db, async (tx) => {
      // The attempt is taken before anything else, so that the code counts once.
      await takeCeremony(tx, 'sign_up', given.ceremony);
      const person = await makeOwner(tx, email);
      const session = await beginSession(tx, { person, how: 'code', visitor });
      // Last, because it holds the one row of the service until the commit.
      await spendTryWithin(tx, ofService);
      return session;
    });
    await giveTriesBack(core, [ofEmail(email)]);
    return began;
  } catch (error) {
    const taken = uniqueViolation(error);
    if (taken === 'person_email_key' || taken === 'account_email_key')
      throw new DomainError('attempt_expired', { cause: error });
    const isRight = error instanceof Braked && error.brake === ofService.kind;
    if (!(error instanceof DomainError) || error.status >= 500 || isRight)
      await giveTriesBack(core, [ofAddress(visitor)]);
    throw error;
  }
}

/** Whether a person or an account has this e-mail; undefined: nobody. */
async function whoHas({ db: { prisma } }: Core, email: string): Promise<'person' | 'account' | undefined> {
  const where = { email };
  const [person, account] = await Promise.all([
    prisma.person.findFirst({ where, select: { rowId: true } }),
    prisma.account.findFirst({ where, select: { rowId: true } }),
  ]);
  if (person !== null) return 'person';
  return account === null ? undefined : 'account';
}

/** Makes the person and the account, each recorded as the person's own act. */
async function makeOwner(tx: Tx, email: string): Promise<PersonRef> {
  const person = await tx.person.create({ data: { email }, select: { rowId: true, email: true } });
  const actor = memberActor({ person });
  await recordAction(tx, actor, { action: 'person.create', accountId: null, detail: { email } });
  await proveEmail(tx, person);
  await openFreeAccount(tx, person);
  return person;
}

/** Makes a free account that a person owns, with their e-mail. Returns its id. */
async function openFreeAccount(tx: Tx, person: PersonRef): Promise<string> {
  const actor = memberActor({ person });
  const account = await insertAccount(tx, actor, { email: person.email, plan: 'free' });
  await tx.membership.create({ data: { personRowId: person.rowId, accountRowId: account.rowId, role: 'owner' } });
  await recordAction(tx, actor, { action: 'member.join', accountId: account.id, detail: { role: 'owner' } });
  return account.id;
}

/**
 * me.makeAccount: makes a free account for a signed-in person who is a member of none (rulings
 * §10.47). A try of the e-mail and one of the service are spent for good, so that both make a
 * bounded number of them.
 *
 * Throws `not_found` where nobody may sign up, `email_unproven`, `already_member`, `rate_limited`
 * and `account_exists`.
 */
export async function makeOwnAccount(
  core: Db,
  people: People,
  session: SessionCredential,
): Promise<{ account_id: string }> {
  if (!(await isSignUpOpen(core, people))) throw new DomainError('not_found');
  try {
    return await changePerson(core, session, async ({ tx, person }) => {
      if (!person.isProven) throw new DomainError('email_unproven');
      if ((await tx.membership.count({ where: { personRowId: person.rowId } })) > 0)
        throw new DomainError('already_member');
      await spendTryWithin(tx, ofEmail(person.email));
      const id = await openFreeAccount(tx, person);
      await spendTryWithin(tx, ofService);
      return { account_id: id };
    });
  } catch (error) {
    if (uniqueViolation(error) === 'account_email_key') throw new DomainError('account_exists', { cause: error });
    throw error;
  }
}
