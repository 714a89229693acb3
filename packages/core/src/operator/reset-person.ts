import { DomainError, isUuid, limits, type ResetPerson } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { transaction } from '../ground/act.ts';
import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import { letter, type Letter } from '../mail/letter.ts';
import { tellOfReset } from '../mail/news.ts';
import { reachMailServer, sendNow } from '../mail/send-now.ts';
import { invitationLink } from '../member/invitation-link.ts';
import type { People } from '../person/people.ts';
import { lockPerson, type PersonRef } from '../person/person.ts';
import { removeWaysIn } from '../sign-in/ways/remove-ways-in.ts';
import { openReset } from '../sign-in/ways/reset-link.ts';

/**
 * Makes a new way in for a person (rulings §10.25): ends all sessions, removes every way in, and
 * makes a link that sets another one, once. The link is mailed where the person's mailbox is proven
 * and there is a mail server; otherwise it is answered, this once. A link that is copied proves no
 * mailbox, so the person is unproven from then on (rulings §10.21). It is recorded in each of the
 * person's accounts, whose owners are told. Throws `not_found`, and `mail_not_sent` before anything
 * is changed if the mail server is out of reach.
 */
export async function resetPerson(
  core: Db,
  people: Pick<People, 'dashboardUrl' | 'mailer'>,
  actor: Actor,
  id: string,
): Promise<ResetPerson> {
  const known = isUuid(id)
    ? await core.db.prisma.person.findFirst({ where: { id }, select: { rowId: true, emailProvenAt: true } })
    : null;
  if (known === null) throw new DomainError('not_found');
  const mailer = known.emailProvenAt === null ? undefined : people.mailer;
  if (mailer !== undefined) await reachMailServer(mailer);
  const { email, token } = await transaction(core.db, async (tx) => {
    const person = await lockPerson(tx, known.rowId);
    if (person === undefined) throw new DomainError('not_found');
    await removeWaysIn(tx, person.rowId);
    if (mailer === undefined) await tx.person.update({ where: { rowId: person.rowId }, data: { emailProvenAt: null } });
    await record(tx, actor, person);
    await tellOfReset(tx, person);
    return { email: person.email, token: await openReset(tx, person) };
  });
  const link = invitationLink(people, token);
  if (mailer === undefined) return { link };
  await sendNow(mailer, email, resetLetter(link));
  return { mailed: true };
}

function resetLetter(link: string): Letter {
  return letter('A new way to sign in', [
    'Hello,',
    'your provider made a new way in for you. Your earlier password, passkeys and sessions have ended. Open this link to sign in again:',
    link,
    `The link works once, for ${limits.resetHours} hours. If you did not ask for it, ask your provider why.`,
  ]);
}

/** Records the reset in each account of the person; without an account where there is none. */
async function record(tx: Tx, actor: Actor, { rowId, email }: PersonRef): Promise<void> {
  const recorded = await tx.$executeRaw`
    INSERT INTO action (actor_kind, actor, action, account_id, detail)
    SELECT ${actor.kind}, ${actor.name}, 'person.reset', a.id, jsonb_build_object('email', ${email}::text)
    FROM membership m JOIN account a ON a.no = m.account_no WHERE m.person_no = ${rowId} ORDER BY a.no`;
  if (recorded === 0) await recordAction(tx, actor, { action: 'person.reset', accountId: null, detail: { email } });
}
