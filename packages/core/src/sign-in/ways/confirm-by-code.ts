import { DomainError, mailboxOf, type Confirmed } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { transaction } from '../../ground/act.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { networkOf } from '../network.ts';
import { judgeWay } from './ways.ts';
import { codeLetter } from '../../mail/code-mail.ts';
import { sendNow } from '../../mail/send-now.ts';
import { giveTriesBack, spendTry, withBrakes, type Brake } from '../brake.ts';
import { takeCeremony } from '../ceremony.ts';
import { judgeCode, openCode } from '../mailed-code.ts';
import type { People } from '../../person/people.ts';
import type { Visitor } from '../../person/person.ts';
import { confirmSession } from './session.ts';

const addressOf = (visitor: Visitor | undefined): Brake[] =>
  visitor === undefined ? [] : [{ kind: 'address', about: networkOf(visitor.address) }];

/**
 * me.confirm.code.ask: mails a code to the signed-in person, under the brakes of a sign-in. Throws
 * `not_found` where codes are not offered, `rate_limited`, and `mail_not_sent` within 10 s.
 */
export async function askToConfirm(
  core: Db,
  people: People,
  { person: { rowId, email } }: SessionCredential,
  visitor: Visitor | undefined,
): Promise<{ ceremony: string }> {
  judgeWay(people, 'code');
  if (people.mailer === undefined) throw new DomainError('not_found');
  for (const brake of [...addressOf(visitor), { kind: 'code', about: mailboxOf(email) } as const])
    await spendTry(core, brake);
  const { ceremony, code } = await openCode(core, 'code_confirm', { email, personRowId: rowId });
  await sendNow(people.mailer, email, codeLetter('confirm', code, people.dashboardUrl));
  return { ceremony };
}

/**
 * me.confirm.code.give: proves who the person is for the next 15 minutes (rulings §10.15). It
 * proves no mailbox, because the first proof would end the session that asks (rulings §10.21).
 * Throws `not_found` where codes are not offered, `rate_limited`, `attempt_expired`, `wrong_code`.
 */
export function confirmByCode(
  core: Db,
  people: People,
  session: SessionCredential,
  { visitor, ...given }: { ceremony: string; code: string; visitor: Visitor | undefined },
): Promise<Confirmed> {
  judgeWay(people, 'code');
  const { rowId, email } = session.person;
  return withBrakes(core, addressOf(visitor), async () => {
    const attempt = await judgeCode(core, 'code_confirm', given);
    if (attempt.personRowId !== rowId || attempt.data.email !== email) throw new DomainError('attempt_expired');
    if (!attempt.isRight) throw new DomainError('wrong_code');
    const until = await transaction(core.db, async (tx) => {
      await takeCeremony(tx, 'code_confirm', given.ceremony);
      return confirmSession(tx, session);
    });
    await giveTriesBack(core, [...addressOf(visitor), { kind: 'code', about: mailboxOf(email) }]);
    return { confirmed_until: until };
  });
}
