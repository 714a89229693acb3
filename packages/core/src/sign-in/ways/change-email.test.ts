import { mailText } from '@goal/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { noChosen, openMailWorld } from '../../../test/mail-world.ts';
import { countOf, outcomesOf } from '../../../test/people-world.ts';
import { askToChangeAccountEmail, changeAccountEmail } from '../../account/change-account-email.ts';
import { memberActor } from '../../credential/credential.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import { sendDueMail } from '../../mail/send-due-mail.ts';
import { askToChangeEmail, changeEmail } from './change-email.ts';
import { askToConfirm, confirmByCode } from './confirm-by-code.ts';
import type { People } from '../../person/people.ts';

const { world, mailServer, people, close } = await openMailWorld();
afterAll(close);
beforeEach(() => {
  mailServer.received.length = 0;
});

const refused = (code: string) => expect.objectContaining({ code });
const freshEmail = () => `${crypto.randomUUID()}@example.com`;

async function signedIn({ isProven = true } = {}) {
  const person = await world.makePerson({ isProven });
  return { person, session: await world.signIn(person) };
}

/** The code in the newest mail to this address. */
function mailedTo(email: string): string {
  const mail = mailServer.received.findLast(({ to }) => to.includes(email));
  const [code] = /^\w{4} \w{4}$/m.exec(mail === undefined ? '' : mailText(mail)) ?? [];
  if (code === undefined) throw new Error('no code was mailed there');
  return code;
}

const emailOf = async ({ rowId }: { rowId: number }) =>
  world.prisma.person.findFirstOrThrow({ where: { rowId }, select: { email: true, emailProvenAt: true } });

test('R§10.2 R§10.21 a code from the new mailbox changes the e-mail and proves it; the old address is told if it was proven', async () => {
  const { person, session } = await signedIn({ isProven: false });
  const email = freshEmail();
  const { ceremony } = await askToChangeEmail(world.core, people, session, { email });
  await changeEmail(world.core, people, session, { ceremony, code: mailedTo(email) });
  const now = await emailOf(person);
  expect(now.email).toBe(email);
  expect(now.emailProvenAt).not.toBeNull();
  expect((await world.prisma.session.findMany({ where: { personRowId: person.rowId } }))[0]?.endedAt).toBeNull();
  expect(await world.actionsOf(person)).toContain('person.email');
  const next = freshEmail();
  const again = await askToChangeEmail(world.core, people, session, { email: next });
  await changeEmail(world.core, people, session, { ceremony: again.ceremony, code: mailedTo(next) });
  mailServer.received.length = 0;
  await sendDueMail(world.core, {
    mailer: people.mailer,
    composeChosen: noChosen,
    onUnsent: () => {},
    onFailure: () => {},
  });
  expect(mailServer.received.map(({ to }) => to)).toEqual([[email]]);
});

test('R§10.9 asking tells nobody that an e-mail is taken; giving its code does, and changes nothing', async () => {
  const { person, session } = await signedIn();
  const other = await world.makePerson();
  const { ceremony } = await askToChangeEmail(world.core, people, session, { email: other.email });
  await expect(changeEmail(world.core, people, session, { ceremony, code: mailedTo(other.email) })).rejects.toEqual(
    refused('email_taken'),
  );
  expect((await emailOf(person)).email).toBe(person.email);
  await expect(askToChangeEmail(world.core, people, session, { email: person.email })).rejects.toEqual(
    refused('email_taken'),
  );
});

test('R§10.13 a code counts for the person who asked, and five wrong ones end the attempt', async () => {
  const { session } = await signedIn();
  const { session: another, person } = await signedIn();
  const email = freshEmail();
  const { ceremony } = await askToChangeEmail(world.core, people, session, { email });
  const code = mailedTo(email);
  await expect(changeEmail(world.core, people, another, { ceremony, code })).rejects.toEqual(
    refused('attempt_expired'),
  );
  expect((await emailOf(person)).email).toBe(person.email);
  const guesses = Array.from({ length: 40 }, () =>
    changeEmail(world.core, people, session, { ceremony, code: 'AAAA AAAA' }),
  );
  expect(countOf(await outcomesOf(guesses), 'wrong_code')).toBe(4);
  await expect(changeEmail(world.core, people, session, { ceremony, code })).rejects.toEqual(
    refused('attempt_expired'),
  );
});

test('R§10.8 a person asks five times an hour, to whatever addresses', async () => {
  const { session } = await signedIn();
  const asks = Array.from({ length: 8 }, () => askToChangeEmail(world.core, people, session, { email: freshEmail() }));
  expect(countOf(await outcomesOf(asks), 'done')).toBe(5);
  expect(mailServer.received).toHaveLength(5);
});

test('R§10.15 a mailed code confirms who the person is, once, and proves no mailbox', async () => {
  const { person, session } = await signedIn({ isProven: false });
  await world.core.db.work.query(`UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE no = $1`, [
    session.keyRowId,
  ]);
  const { ceremony } = await askToConfirm(world.core, people, session, undefined);
  const code = mailedTo(person.email);
  const give = (typed: string) =>
    confirmByCode(world.core, people, session, { ceremony, code: typed, visitor: undefined });
  await expect(give('AAAA AAAA')).rejects.toEqual(refused('wrong_code'));
  const begun = Date.now();
  const { confirmed_until: until } = await give(code);
  expect(Date.parse(until)).toBeGreaterThan(begun + 15 * 60_000 - 1000);
  expect(Date.parse(until)).toBeLessThan(Date.now() + 15 * 60_000 + 1000);
  await expect(give(code)).rejects.toEqual(refused('attempt_expired'));
  expect((await emailOf(person)).emailProvenAt).toBeNull();
  const { session: another } = await signedIn();
  const foreign = await askToConfirm(world.core, people, session, undefined);
  await expect(
    confirmByCode(world.core, people, another, {
      ceremony: foreign.ceremony,
      code: mailedTo(person.email),
      visitor: undefined,
    }),
  ).rejects.toEqual(refused('attempt_expired'));
});

test('a code that confirms opens no sign-in and changes no e-mail', async () => {
  const { person, session } = await signedIn();
  const { ceremony } = await askToConfirm(world.core, people, session, undefined);
  await expect(changeEmail(world.core, people, session, { ceremony, code: mailedTo(person.email) })).rejects.toEqual(
    refused('attempt_expired'),
  );
});

/** An owner of an account, and what the owner asks with. */
async function owning() {
  const { person, session } = await signedIn();
  const account = await world.makeAccount([{ person, role: 'owner' }]);
  const owner = { session, membership: { account }, caller: { actor: memberActor(session), account } };
  return { account, owner };
}
const accountEmailOf = async ({ rowId }: { rowId: number }) =>
  (await world.prisma.account.findFirstOrThrow({ where: { rowId } })).email;

test('R§10.41 the e-mail of an account changes by a code from the new mailbox; the old address is told', async () => {
  const { account, owner } = await owning();
  const email = freshEmail();
  const { ceremony } = await askToChangeAccountEmail(world.core, people, owner, { email });
  expect(await accountEmailOf(account)).toBe(account.email);
  const give = (code: string) => changeAccountEmail(world.core, people, owner, { ceremony, code });
  await expect(give('AAAA AAAA')).rejects.toEqual(refused('wrong_code'));
  await give(mailedTo(email));
  expect(await accountEmailOf(account)).toBe(email);
  await expect(give(mailedTo(email))).rejects.toEqual(refused('attempt_expired'));
  expect(await world.actionsOf(owner.session.person)).toContain('account.email');
  const told = { kind: 'account_email', recipient: account.email };
  const mails = await world.prisma.mail.findMany({ where: told });
  expect(mails).toMatchObject([{ detail: { email, by: owner.session.person.email } }]);
});

test('R§10.41 R§10.9 asking tells nobody that another account has an e-mail; giving its code does, and changes nothing', async () => {
  const { account, owner } = await owning();
  const { email: taken } = await world.makeAccount();
  const { ceremony } = await askToChangeAccountEmail(world.core, people, owner, { email: taken });
  const given = { ceremony, code: mailedTo(taken) };
  await expect(changeAccountEmail(world.core, people, owner, given)).rejects.toEqual(refused('account_exists'));
  expect(await accountEmailOf(account)).toBe(account.email);
  const own = askToChangeAccountEmail(world.core, people, owner, { email: account.email });
  await expect(own).rejects.toEqual(refused('account_exists'));
});

test('R§10.41 a code counts for the owner and the account that it was asked for, and for nothing else', async () => {
  const { account, owner } = await owning();
  const email = freshEmail();
  const { ceremony } = await askToChangeAccountEmail(world.core, people, owner, { email });
  const given = { ceremony, code: mailedTo(email) };
  const other = await owning();
  const elsewhere = { ...owner, caller: { ...owner.caller, account: other.account } };
  const byAnother = { ...other.owner, caller: { ...other.owner.caller, account } };
  for (const wrong of [elsewhere, byAnother])
    await expect(changeAccountEmail(world.core, people, wrong, given)).rejects.toEqual(refused('attempt_expired'));
  await expect(changeEmail(world.core, people, owner.session, given)).rejects.toEqual(refused('attempt_expired'));
  expect(await accountEmailOf(other.account)).toBe(other.account.email);
  expect(await accountEmailOf(account)).toBe(account.email);
});

test('R§10.41 R§10.13 a code that two tabs give at once changes the e-mail once; of 40 guesses at once five are judged', async () => {
  const { account, owner } = await owning();
  const ask = async (email: string) => {
    const { ceremony } = await askToChangeAccountEmail(world.core, people, owner, { email });
    return (code: string) => changeAccountEmail(world.core, people, owner, { ceremony, code });
  };
  const email = freshEmail();
  const give = await ask(email);
  const tabs = await outcomesOf(Array.from({ length: 4 }, () => give(mailedTo(email))));
  expect([countOf(tabs, 'done'), countOf(tabs, 'attempt_expired')]).toEqual([1, 3]);
  const changes = await world.prisma.mail.count({ where: { kind: 'account_email', recipient: account.email } });
  expect(changes).toBe(1);

  const guessed = freshEmail();
  const guess = await ask(guessed);
  const guesses = await outcomesOf(Array.from({ length: 40 }, () => guess('AAAA AAAA')));
  expect([countOf(guesses, 'wrong_code'), countOf(guesses, 'attempt_expired')]).toEqual([5, 35]);
  await expect(guess(mailedTo(guessed))).rejects.toEqual(refused('attempt_expired'));
  expect(await accountEmailOf(account)).toBe(email);
});

test('R§10.8 R§10.41 the e-mails of a person and of an account share the five codes an hour', async () => {
  const { owner } = await owning();
  await askToChangeEmail(world.core, people, owner.session, { email: freshEmail() });
  const asks = Array.from({ length: 6 }, () =>
    askToChangeAccountEmail(world.core, people, owner, { email: freshEmail() }),
  );
  expect(countOf(await outcomesOf(asks), 'done')).toBe(4);
});

test('a mail server out of reach is told at once', async () => {
  const { session } = await signedIn();
  const away: People = { ...people, mailer: smtpMailer('smtp://127.0.0.1:1', 'goal@example.com') };
  await expect(askToConfirm(world.core, away, session, undefined)).rejects.toEqual(refused('mail_not_sent'));
  await expect(askToChangeEmail(world.core, away, session, { email: freshEmail() })).rejects.toEqual(
    refused('mail_not_sent'),
  );
});
