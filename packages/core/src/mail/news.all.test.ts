import { mutableMails } from '@goal/contract';
import { transaction } from '@goal/db';
import { inAllRun, mailText, type ReceivedMail, startMailServer, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { noChosen } from '../../test/mail-world.ts';
import { smtpMailer, type Mailer } from './mailer.ts';
import {
  tellOfAccountKey,
  tellOfAdministrator,
  tellOfFactor,
  tellOfReset,
  tellOfStream,
  tellOldAccountEmail,
  tellOldPersonEmail,
} from './news.ts';
import { sendDueMail, type MailWay } from './send-due-mail.ts';
import { unsubscribing } from './unsubscribing.ts';
import { unsubscribe } from './weekly/unsubscribe.ts';

let world: EventWorld;
let mailServer: TestMailServer;
let mailer: Mailer;
beforeAll(async () => {
  world = await openWorld();
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
});

const header = ({ source }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}:((?:.|\r\n )*)`, 'm').exec(source)?.[1]?.replaceAll('\r\n', '').trim();

const jo = { kind: 'member', name: 'jo@example.com' } as const;

async function newAccount(): Promise<{ rowId: number }> {
  const { account: rowId } = await world.account(0);
  await world.db.work.query(`update account set name = 'Agency <b>North</b>' where no = $1`, [rowId]);
  return { rowId };
}

async function newMember(
  account: { rowId: number },
  role: string,
  { muted = [], isProven = true }: { muted?: string[]; isProven?: boolean } = {},
) {
  const email = `${crypto.randomUUID()}@example.com`;
  const person = await world.db.prisma.person.create({
    data: { email, mutedMails: muted, emailProvenAt: isProven ? new Date() : null },
  });
  await world.db.prisma.membership.create({ data: { personRowId: person.rowId, accountRowId: account.rowId, role } });
  return { rowId: person.rowId, email, isProven };
}

const tell = (work: Parameters<typeof transaction<void>>[1]) => transaction(world.db, work);

/** Sends what is due. Returns its recipients in order, and its texts by recipient. */
async function sent(): Promise<{ to: string[]; text: (to: string) => string }> {
  await sendDueMail(world, { mailer, composeChosen: noChosen, onUnsent: () => {}, onFailure: () => {} });
  const texts = new Map(mailServer.received.map((mail) => [mail.to.join(), mailText(mail)]));
  expect(texts.size).toBe(mailServer.received.length);
  return { to: [...texts.keys()].toSorted(), text: (to) => texts.get(to) ?? '' };
}

test('R§10.28 a new account key is told to each owner, in text and HTML, and to nobody else', async () => {
  const account = await newAccount();
  const owners = [await newMember(account, 'owner'), await newMember(account, 'owner')];
  await newMember(account, 'admin');
  await newMember(await newAccount(), 'owner');
  await tell((tx) => tellOfAccountKey(tx, account, { prefix: 'k3v9x2ab', name: 'warehouse', actor: jo }));
  const { to, text } = await sent();
  expect(to).toEqual(owners.map(({ email }) => email).toSorted());
  expect(text(to[0] ?? '')).toMatch(
    /^Hello,\s+jo@example\.com made a new account key for \u2068Agency <b>North<\/b>\u2069 on .* UTC: «\u2068warehouse\u2069» \(k3v9x2ab\)\./,
  );
  const [mail] = mailServer.received;
  expect(mail?.source).toMatch(/Content-Type: text\/html/);
  expect(mail?.source.replaceAll('=\r\n', '')).toContain('Agency &lt;b&gt;North&lt;/b&gt;');
});

test('R§10.28 R§12.1 the mail says of a key that only reads that it changes nothing', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner');
  const key = { prefix: 'k3v9x2ab', name: 'report', actor: jo };
  await tell((tx) => tellOfAccountKey(tx, account, { ...key, access: 'read' }));
  expect((await sent()).text(owner.email)).toContain('and change nothing');
  mailServer.received.length = 0;
  await tell((tx) => tellOfAccountKey(tx, account, key));
  expect((await sent()).text(owner.email)).toContain('can read and change what the API offers');
});

test('R§10.38 a mail about an account ends with the name of its brand, as long as the account is a reseller', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner');
  const { prisma } = world.db;
  await prisma.brand.create({ data: { accountRowId: account.rowId, name: 'South <& Sons>' } });
  const text = async (isReseller: boolean) => {
    mailServer.received.length = 0;
    await prisma.account.update({ where: { rowId: account.rowId }, data: { isReseller } });
    await tell((tx) => tellOfAccountKey(tx, account, { prefix: 'k3v9x2ab', name: null, actor: jo }));
    return (await sent()).text(owner.email);
  };
  expect(await text(true)).toMatch(/under Me\.\s+\u2068South <& Sons>\u2069\s*$/);
  expect(mailServer.received[0]?.source).not.toContain('<& Sons></p>');
  expect(await text(false)).not.toContain('South');
});

test('R§10.17 R§10.28 an operator who acts is «the provider» in the mail', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner');
  const actor = { kind: 'operator', name: 'night shift' } as const;
  await tell((tx) => tellOfAccountKey(tx, account, { prefix: 'k3v9x2ab', name: null, actor }));
  const { text } = await sent();
  expect(text(owner.email)).toContain('the provider made a new account key');
  expect(text(owner.email)).not.toContain('night shift');
});

test('R§10.28 a new owner or admin of the whole account is news; a viewer and an admin of one group are not', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner');
  const reach = { email: 'mia@example.com', groupRowId: null, by: jo.name };
  await tell(async (tx) => {
    await tellOfAdministrator(tx, account, { ...reach, role: 'viewer' });
    await tellOfAdministrator(tx, account, { ...reach, role: 'admin', groupRowId: 1 });
  });
  expect((await sent()).to).toEqual([]);
  await tell((tx) => tellOfAdministrator(tx, account, { ...reach, role: 'admin' }));
  expect((await sent()).text(owner.email)).toContain('mia@example.com became an admin of \u2068Agency');
});

test.each(['second_factor_off', 'recovery_code'] as const)(
  'R§10.28 %s is told to the person, and once to each owner of their accounts',
  async (kind) => {
    const accounts = [await newAccount(), await newAccount()];
    const person = await newMember(accounts[0] ?? { rowId: 0 }, 'viewer');
    const owner = await newMember(accounts[0] ?? { rowId: 0 }, 'owner');
    for (const one of [person, owner])
      await world.db.prisma.membership.create({
        data: { personRowId: one.rowId, accountRowId: accounts[1]?.rowId ?? 0, role: 'owner' },
      });
    await tell((tx) => tellOfFactor(tx, kind, person));
    const { to, text } = await sent();
    expect(to).toEqual([person.email, owner.email].toSorted());
    expect(text(person.email)).toContain('your');
    expect(text(owner.email)).toContain(`${person.email}, a member of \u2068Agency`);
  },
);

test('R§10.25 the reset of a person is told to every owner of their accounts, also to one who switched all mails off', async () => {
  const account = await newAccount();
  const person = await newMember(account, 'viewer');
  const owner = await newMember(account, 'owner', { muted: [...mutableMails] });
  await tell((tx) => tellOfReset(tx, person));
  const { to, text } = await sent();
  expect(to).toEqual([owner.email]);
  expect(text(owner.email)).toContain(`Your provider made a new way in for ${person.email}`);
});

test('R§10.28 a kind that an owner switched off is not written for them', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner');
  await newMember(account, 'owner', { muted: ['account_key'] });
  await tell((tx) => tellOfAccountKey(tx, account, { prefix: 'k3v9x2ab', name: null, actor: jo }));
  expect((await sent()).to).toEqual([owner.email]);
});

test('R§10.23 a changed e-mail is told to the old address', async () => {
  const account = await newAccount();
  const person = await newMember(account, 'viewer');
  await tell(async (tx) => {
    await tellOldAccountEmail(tx, account, { from: 'old@example.com', to: 'new@example.com', actor: jo });
    await tellOldPersonEmail(tx, person, { from: 'former@example.com', to: 'jo@example.com' });
  });
  const { to, text } = await sent();
  expect(to).toEqual(['former@example.com', 'old@example.com']);
  expect(text('old@example.com')).toMatch(/jo@example\.com changed the e-mail of \u2068Agency .* to new@example\.com/);
  expect(text('former@example.com')).toContain('You sign in as jo@example.com');
});

test('R§10.28 no news goes to an e-mail that nobody has proven; where no owner has, the account’s address is told of its streams', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner', { isProven: false });
  const viewer = await newMember(account, 'viewer');
  const reach = { email: 'mia@example.com', groupRowId: null, by: jo.name };
  await tell(async (tx) => {
    await tellOfAccountKey(tx, account, { prefix: 'k3v9x2ab', name: null, actor: jo });
    await tellOfAdministrator(tx, account, { ...reach, role: 'owner' });
    await tellOfFactor(tx, 'recovery_code', owner);
    await tellOldPersonEmail(tx, owner, { from: owner.email, to: 'jo@example.com' });
    await tellOfReset(tx, viewer);
    await tellOfStream(tx, 'stream_failing', account, { name: 'SIEM', error: 'x' });
  });
  const { email } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account.rowId } });
  expect((await sent()).to).toEqual([email]);
  const proven = await newMember(account, 'owner');
  await tell((tx) => tellOfStream(tx, 'stream_failing', account, { name: 'SIEM', error: 'x' }));
  mailServer.received.length = 0;
  expect((await sent()).to).toEqual([proven.email]);
});

test('R§10.28 news that can be switched off ends with one click, and other news has no such link', async () => {
  const account = await newAccount();
  const owner = await newMember(account, 'owner');
  await tell((tx) => tellOfAccountKey(tx, account, { prefix: 'k3v9x2ab', name: null, actor: jo }));
  const endNews: MailWay['endNews'] = (news) => unsubscribing(world, 'https://goal.example.com', news);
  await sendDueMail(world, { mailer, composeChosen: noChosen, endNews, onUnsent: () => {}, onFailure: () => {} });
  const [mail] = mailServer.received;
  const link = /^https:\S+$/m.exec(mail === undefined ? '' : mailText(mail))?.[0] ?? '';
  expect(link).toMatch(/^https:\/\/goal\.example\.com\/unsubscribe\/[\w-]{43}$/);
  expect(mail && header(mail, 'List-Unsubscribe')).toBe(`<${link}>`);
  expect(mail && header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  await unsubscribe(coreOf(world), link.slice(-43));
  const { mutedMails } = await world.db.prisma.person.findFirstOrThrow({ where: { rowId: owner.rowId } });
  expect(mutedMails).toEqual(['account_key']);
  mailServer.received.length = 0;
  const viewer = await newMember(account, 'viewer');
  await tell((tx) => tellOfReset(tx, viewer));
  await sendDueMail(world, { mailer, composeChosen: noChosen, endNews, onUnsent: () => {}, onFailure: () => {} });
  expect(mailServer.received.map(({ source }) => source.includes('unsubscribe'))).toEqual([false]);
});

inAllRun(() => {
  test('R§10.28 of any number of changes at the same time ten of a kind are told to a person, an account and its former addresses', async () => {
    const account = await newAccount();
    const owner = await newMember(account, 'owner');
    await Promise.all(
      Array.from({ length: 16 }, (_, nth) =>
        tell(async (tx) => {
          await tellOfAccountKey(tx, account, { prefix: `k${nth}`, name: null, actor: jo });
          await tellOfStream(tx, 'stream_disabled', account, { name: 'SIEM', error: 'x' });
          await tellOldAccountEmail(tx, account, { from: 'mia@example.com', to: 'new@example.com', actor: jo });
          await tellOldPersonEmail(tx, owner, { from: 'mia@example.com', to: 'new@example.com' });
        }),
      ),
    );
    const { rows } = await world.db.work.query<{ kind: string; count: number }>(
      'select kind, count(*)::int from mail where account_no = $1 or person_no = $2 group by kind order by kind',
      [account.rowId, owner.rowId],
    );
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
      ['account_email', 10],
      ['account_key', 10],
      ['person_email', 10],
      ['stream_disabled', 10],
    ]);
  });

  test('one kind of news comes to a person ten times an hour at most, and other kinds still come', async () => {
    const account = await newAccount();
    const owner = await newMember(account, 'owner');
    for (let n = 0; n < 12; n += 1)
      await tell((tx) => tellOfAccountKey(tx, account, { prefix: `k${n}`, name: null, actor: jo }));
    const reach = { email: 'mia@example.com', groupRowId: null, by: jo.name };
    await tell((tx) => tellOfAdministrator(tx, account, { ...reach, role: 'owner' }));
    const kinds = await world.db.prisma.mail.groupBy({
      by: ['kind'],
      where: { personRowId: owner.rowId },
      _count: true,
      orderBy: { kind: 'asc' },
    });
    expect(kinds.map(({ kind, _count }) => [kind, _count])).toEqual([
      ['account_key', 10],
      ['administrator', 1],
    ]);
  });

  test('R§10.23 an account sends ten mails an hour to its former addresses, so that nobody floods a stranger', async () => {
    const account = await newAccount();
    for (let nth = 0; nth < 12; nth += 1)
      await tell((tx) =>
        tellOldAccountEmail(tx, account, { from: 'mia@example.com', to: 'new@example.com', actor: jo }),
      );
    expect(await world.db.prisma.mail.count({ where: { accountRowId: account.rowId } })).toBe(10);
  });
});
