import { mailText, startMailServer, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, visitor } from '../../test/members-world.ts';
import { password, testPeople } from '../../test/people-world.ts';
import { inviteMember, renewInvitation } from './invite-member.ts';
import { joinByLink } from './join-account.ts';
import { mailInvitation } from './mail-invitation.ts';
import { smtpMailer, type Mailer } from '../mail/mailer.ts';

let world: EventWorld;
let members: ReturnType<typeof membersWorld>;
let mailServer: TestMailServer;
let mailer: Mailer;
const failures: unknown[] = [];
beforeAll(async () => {
  world = await openWorld();
  members = membersWorld(world);
  mailServer = await startMailServer();
  mailer = smtpMailer(mailServer.url, 'Goal <goal@example.com>');
});
afterAll(async () => {
  mailer.close();
  await mailServer.stop();
  await world.close();
});
beforeEach(() => {
  mailServer.received.length = 0;
  failures.length = 0;
});

const newEmail = (): string => `${crypto.randomUUID()}@example.com`;
const mail = (invited: { id: string; email: string; mailToken: string }, by: Mailer | undefined = mailer) =>
  mailInvitation(
    members.core,
    { mailer: by, dashboardUrl: 'https://goal.example.com', onMailFailure: (error) => failures.push(error) },
    invited,
  );

/** The link in the newest mail. */
function mailedLink(): string {
  const newest = mailServer.received.at(-1);
  return /^https:\S+$/m.exec(newest === undefined ? '' : mailText(newest))?.[0] ?? '';
}

test('R§10.21 a mailed invitation carries another token than the copied one, and joining by it proves the mailbox', async () => {
  const account = await members.account();
  const email = newEmail();
  const invited = await inviteMember(members.core, account, { email, role: 'owner' });
  expect(await mail(invited)).toBe(true);
  expect(mailServer.received.map(({ to }) => to)).toEqual([[email]]);
  const link = mailedLink();
  expect(link).toBe(`https://goal.example.com/join#${invited.mailToken}`);
  expect(mailServer.received[0]?.source).not.toContain(invited.token);
  await joinByLink(members.core, testPeople(), { token: link.split('#')[1] ?? '', password }, visitor);
  const person = await world.db.prisma.person.findFirstOrThrow({ where: { email } });
  expect(person.emailProvenAt).not.toBeNull();
});

test('R§10.38 the mail of an invitation is signed with the name of the account’s brand', async () => {
  const account = await members.account();
  const { rowId: accountRowId } = account.account;
  const invited = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  await world.db.prisma.brand.create({ data: { accountRowId, name: 'North' } });
  const lastLine = async (isReseller: boolean) => {
    await world.db.prisma.account.update({ where: { rowId: accountRowId }, data: { isReseller } });
    await mail(invited);
    const newest = mailServer.received.at(-1);
    return newest === undefined ? '' : mailText(newest).trim().split('\n').at(-1);
  };
  expect(await lastLine(true)).toBe('\u2068North\u2069');
  expect(await lastLine(false)).toContain('ignore this mail');
});

test('R§10.21 joining by the copied link proves nobody’s mailbox', async () => {
  const account = await members.account();
  const email = newEmail();
  const invited = await inviteMember(members.core, account, { email, role: 'viewer' });
  await mail(invited);
  await joinByLink(members.core, testPeople(), { token: invited.token, password }, visitor);
  expect(await world.db.prisma.person.findFirst({ where: { email } })).toMatchObject({ emailProvenAt: null });
});

test('R§10.3 the mail of an invitation goes to its e-mail alone, also where that looks like two addresses', async () => {
  const account = await members.account();
  const victim = newEmail();
  expect(await mail(await inviteMember(members.core, account, { email: `first,${victim}`, role: 'viewer' }))).toBe(
    true,
  );
  expect(mailServer.received.map(({ to }) => to)).toEqual([[`"first,${victim.replace('@', '"@')}`]]);
});

test('R§10.28 the e-mail of who invites is text in the mail, also where it begins like an address of the web', async () => {
  const account = await members.account();
  const invited = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  const createdBy = 'https://evil.example/?\u202e@north.test';
  const { rowId: inviterRowId } = await members.person(createdBy, true);
  await world.db.prisma.invitation.update({ where: { id: invited.id }, data: { createdBy, inviterRowId } });
  await mail(invited);
  const [received] = mailServer.received;
  const text = received === undefined ? '' : mailText(received);
  expect(text).toContain('https[:]//evil[.]example/?[at]north[.]test\u2069 invites you');
  expect(text).not.toMatch(/\u202e|evil\.example/);
});

test('R§10.3 a renewed invitation is mailed with a new link', async () => {
  const account = await members.account();
  const invited = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  await mail(invited);
  const first = mailedLink();
  expect(await mail(await renewInvitation(members.core, account, invited.id))).toBe(true);
  expect(mailedLink()).toMatch(/^https:/);
  expect(mailedLink()).not.toBe(first);
});

test('without a mail server, and with one that is away or refuses, the inviter is told that nothing was mailed', async () => {
  const account = await members.account();
  const invited = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  expect(
    await mailInvitation(members.core, { mailer: undefined, dashboardUrl: '', onMailFailure: () => {} }, invited),
  ).toBe(false);
  expect(failures).toEqual([]);
  expect(await mail(invited, smtpMailer('smtp://127.0.0.1:1', 'goal@example.com'))).toBe(false);
  mailServer.refusals.push('550 no such mailbox');
  expect(await mail(invited)).toBe(false);
  expect(failures).toMatchObject([{ code: 'mail_not_sent' }, { code: 'mail_not_sent' }]);
});

test('an address gets five mailed links an hour, from whatever accounts', async () => {
  const email = newEmail();
  const sent: boolean[] = [];
  for (let n = 0; n < 7; n += 1)
    sent.push(await mail(await inviteMember(members.core, await members.account(), { email, role: 'viewer' })));
  expect(sent).toEqual([true, true, true, true, true, false, false]);
  expect(mailServer.received).toHaveLength(5);
});

test('an account mails a hundred links an hour, to whatever addresses', async () => {
  const account = await members.account();
  const first = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  await world.db.prisma.brake.deleteMany();
  await mail(first);
  await world.db.prisma.$executeRaw`UPDATE brake SET spent = 100`;
  const second = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  expect(await mail(second)).toBe(false);
});

test('R§10.42 an account on the free plan mails ten links an hour, unless it is a reseller’s', async () => {
  const account = await members.account();
  const { rowId } = account.account;
  const invited = await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' });
  const mailAs = async (planSlug: string, isReseller: boolean): Promise<boolean> => {
    await world.db.prisma.account.update({ where: { rowId }, data: { planSlug, isReseller } });
    return mail(invited);
  };
  await world.db.prisma.brake.deleteMany();
  expect(await mailAs('free', false)).toBe(true);
  await world.db.prisma.$executeRaw`UPDATE brake SET spent = 10, at = clock_timestamp()`;
  const { rows } = await world.db.work.query(
    `delete from brake where subject = sha256('mailed_link ${invited.email}')`,
  );
  expect(rows).toEqual([]);
  expect(await mailAs('free', false)).toBe(false);
  expect(await mailAs('starter', false)).toBe(true);
  expect(await mailAs('free', true)).toBe(true);
});

test('a name in an invitation cannot break out of its HTML or into its header', async () => {
  const account = await members.account();
  await world.db.prisma.account.update({ where: { id: account.account.id }, data: { name: '<img src=x> & Co' } });
  await mail(await inviteMember(members.core, account, { email: newEmail(), role: 'viewer' }));
  const source = mailServer.received[0]?.source.replaceAll('=\r\n', '') ?? '';
  expect(source.split('text/html')[1]).toContain('&lt;img');
  expect(source.split('text/html')[1]).not.toContain('<img');
  expect(/^Subject: (.*)$/m.exec(source)?.[1]?.trim()).toBe('You are invited to an audit log');
});

test('R§10.28 the invitation of a free account holds no name that its members chose; the e-mail of an inviter who has not proven it is in none', async () => {
  const account = await members.account();
  const { rowId } = account.account;
  const { email } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId } });
  await world.db.prisma.account.update({ where: { rowId }, data: { name: 'You have won' } });
  const group = await members.group(account);
  await world.db.prisma.group.update({ where: { rowId: group.rowId }, data: { name: 'Call 555' } });
  const owner = await members.member(account, 'owner');
  const invited = await inviteMember(members.core, owner, { email: newEmail(), role: 'viewer', groupId: group.id });
  const textAs = async (planSlug: string, isReseller: boolean): Promise<string> => {
    await world.db.prisma.account.update({ where: { rowId }, data: { planSlug, isReseller } });
    await world.db.prisma.brake.deleteMany();
    mailServer.received.length = 0;
    await mail(invited);
    return mailServer.received.map((one) => mailText(one)).join();
  };
  expect(await textAs('free', false)).toContain(`${email} invites you as a viewer of a group of ${email}.`);
  expect(await textAs('free', false)).not.toMatch(/won|555/);
  const named = 'as a viewer of the group «\u2068Call 555\u2069» of \u2068You have won\u2069.';
  expect(await textAs('free', true)).toContain(`\u2068You have won\u2069 invites you ${named}`);
  await world.db.prisma.person.update({ where: { rowId: owner.person.rowId }, data: { emailProvenAt: new Date() } });
  expect(await textAs('starter', false)).toContain(`${owner.person.email} invites you ${named}`);
  expect(await textAs('free', false)).toContain(
    `${owner.person.email} invites you as a viewer of a group of ${email}.`,
  );
});
