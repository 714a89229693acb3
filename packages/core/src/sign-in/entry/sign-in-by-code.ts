import { DomainError, mailboxOf, type RemovedWay, type SignInStep } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { codeLetter } from '../../mail/code-mail.ts';
import { reachMailServer, sendNow } from '../../mail/send-now.ts';
import { giveTriesBack, spendTry, withBrakes, type Brake } from '../brake.ts';
import { takeCeremony } from '../ceremony.ts';
import { judgeCode, openCode } from '../mailed-code.ts';
import type { People } from '../../person/people.ts';
import type { Visitor } from '../../person/person.ts';
import { proveEmail, toldOf } from '../ways/prove-email.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { networkOf } from '../network.ts';
import { noteRefusal } from './note-refusal.ts';
import { judgeWay } from '../ways/ways.ts';

/** A code spends these when it is asked for, and gives them back when it signs in. */
const brakesOf = (visitor: Visitor, email: string): Brake[] => [
  { kind: 'address', about: networkOf(visitor.address) },
  { kind: 'code', about: mailboxOf(email) },
];

/**
 * entry.code.ask: mails a code to the person with this e-mail. The answer and the work before it
 * are the same for an e-mail that nobody has: an attempt is opened, and the mail server is reached
 * (rulings §10.9). The mail itself leaves after the answer, because its sending would take longer
 * than none.
 *
 * Throws `not_found` where codes are not offered, `rate_limited`, and `mail_not_sent` if the mail
 * server cannot be reached within 10 s, for a known and an unknown e-mail alike.
 */
export async function askForCode(
  core: Db,
  people: People,
  visitor: Visitor,
  { email }: { email: string },
): Promise<{ ceremony: string }> {
  const mailer = mailerOf(people);
  const brakes = brakesOf(visitor, email);
  for (const brake of brakes) await spendTry(core, brake);
  const known = await core.db.prisma.person.findFirst({ where: { email }, select: { rowId: true } });
  const { ceremony, code } = await openCode(core, 'code_entry', { email, personRowId: known?.rowId ?? null });
  try {
    await reachMailServer(mailer);
  } catch (error) {
    // Nobody was told a code, so nobody can guess one.
    await giveTriesBack(core, brakes);
    throw error;
  }
  if (known !== null)
    void sendNow(mailer, email, codeLetter('entry', code, people.dashboardUrl)).catch(people.onMailFailure);
  return { ceremony };
}

/**
 * entry.code.give: signs in by the code. It stands for the password, so a second factor that is on
 * is asked for next (rulings §10.10). A code proves the mailbox (rulings §10.21). Throws
 * `not_found` where codes are not offered, `rate_limited`, `attempt_expired`, `wrong_code`.
 */
export function signInByCode(
  core: Db,
  people: People,
  visitor: Visitor,
  given: { ceremony: string; code: string },
): Promise<SignInStep> {
  judgeWay(people, 'code');
  return withBrakes(core, brakesOf(visitor, '').slice(0, 1), async () => {
    const { data, personRowId, isRight } = await judgeCode(core, 'code_entry', given);
    const { email } = data;
    if (!isRight || personRowId === null) {
      await noteRefusal(core, email, 'code');
      throw new DomainError('wrong_code');
    }
    let removed: RemovedWay[] | undefined;
    const step = await finishSignIn(
      core,
      { person: { rowId: personRowId, email }, how: 'code', visitor },
      async (tx, person) => {
        // The attempt is taken before anything else, so that the code counts once.
        await takeCeremony(tx, 'code_entry', given.ceremony);
        if (person.email !== email) throw new DomainError('attempt_expired');
        removed = await proveEmail(tx, person);
      },
    );
    await giveTriesBack(core, brakesOf(visitor, email));
    return 'token' in step ? { ...step, ...toldOf(removed) } : step;
  });
}

function mailerOf(people: People): NonNullable<People['mailer']> {
  judgeWay(people, 'code');
  if (people.mailer === undefined) throw new DomainError('not_found');
  return people.mailer;
}
