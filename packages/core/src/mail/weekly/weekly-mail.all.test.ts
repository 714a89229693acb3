import { inAllRun, mailText, type ReceivedMail } from '@goal/db/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { newEvent, storeAll } from '../../../test/event-world.ts';
import { openWeeklyWorld } from '../../../test/weekly-world.ts';
import { outcomesOf } from '../../../test/people-world.ts';
import { unsubscribe } from './unsubscribe.ts';
import { writeWeeklyMail } from './write-weekly-mail.ts';

const { world, core, mailServer, subscribe, member, send, monday, setWeekly, close } = await openWeeklyWorld();
afterAll(close);
beforeEach(async () => {
  mailServer.received.length = 0;
  await core.db.work.query('delete from weekly_mail');
  await core.db.work.query('delete from mail');
});

const textsTo = (email: string): string[] => mailServer.received.filter(({ to }) => to.includes(email)).map(mailText);
const header = ({ source }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}:((?:.|\r\n )*)`, 'm').exec(source)?.[1]?.replaceAll('\r\n', '').trim();
const run = async (): Promise<void> => {
  await writeWeeklyMail(core, { now: monday });
  await send();
};

test('R§10.40 it is off by default, comes once on Monday with counts, codes and silent sites, and has no text of an event', async () => {
  const { account, sites } = await world.account(2);
  const [site = 0, silent = 0] = sites;
  const jo = await member(account);
  await member(account);
  await storeAll(world, { account, site }, [
    newEvent({
      occurredAt: monday.getTime() - 86_400_000,
      code: 4007,
      severity: 'high',
      message: 'Deleted the user jo',
    }),
    newEvent({ occurredAt: monday.getTime() - 2 * 86_400_000, code: 4007 }),
    newEvent({ occurredAt: monday.getTime() - 9 * 86_400_000 }),
    newEvent({ occurredAt: monday.getTime() }),
  ]);
  await core.db.work.query(
    `insert into accepted (account, site, day, events, bytes)
     select $1, $2, (now() at time zone 'utc')::date - age, 1, 1 from generate_series(9, 15) age`,
    [account, silent],
  );
  await run();
  expect(mailServer.received).toEqual([]);
  await subscribe(jo, account);
  await run();
  await run();
  expect(mailServer.received.map(({ to }) => to)).toEqual([[jo.email]]);
  const [text = ''] = textsTo(jo.email);
  expect(text).toMatch(/^2 events; the week before 1 event\r$/m);
  expect(text).toContain('high 1, medium 0');
  expect(text).toContain('4007 user: deleted, 2 events');
  expect(text).toContain('1 site is silent:');
  expect(text).not.toContain('Deleted the user');
});

test('R§10.40 texts of events come where the person ticked them', async () => {
  const { account, sites } = await world.account(1);
  const jo = await member(account);
  await subscribe(jo, account, 'texts');
  const at = monday.getTime() - 86_400_000;
  await storeAll(world, { account, site: sites[0] ?? 0 }, [
    newEvent({ occurredAt: at, severity: 'high', message: 'Deleted the user https://evil.example' }),
    newEvent({ occurredAt: at, severity: 'low', message: 'Changed a post' }),
  ]);
  await run();
  const [text = ''] = textsTo(jo.email);
  expect(text).toContain('Deleted the user https[:]//evil[.]example');
  expect(text).not.toContain('Changed a post');
});

inAllRun(() => {
  test('R§10.40 the reach is that of the moment: a group alone, nothing for somebody who was removed, and none after it was switched off', async () => {
    const { account, sites } = await world.account(2);
    const group = await core.db.prisma.group.create({ data: { accountRowId: account, name: 'Shops' } });
    const [inside = 0, outside = 0] = sites;
    await core.db.work.query('update site set group_no = $2 where no = $1', [inside, group.rowId]);
    const [jo, gone, off] = [await member(account), await member(account), await member(account)];
    for (const one of [jo, gone, off]) await subscribe(one, account);
    for (const site of sites)
      await storeAll(world, { account, site }, [
        newEvent({ occurredAt: monday.getTime() - 86_400_000, code: 4000 + site }),
      ]);
    await writeWeeklyMail(core, { now: monday });
    // After the mail is written, before it is composed.
    await core.db.work.query(`update membership set group_no = $2, role = 'viewer' where person_no = $1`, [
      jo.rowId,
      group.rowId,
    ]);
    await core.db.prisma.membership.deleteMany({ where: { personRowId: gone.rowId } });
    await setWeekly(off, []);
    await send();
    expect(mailServer.received.map(({ to }) => to)).toEqual([[jo.email]]);
    const [text = ''] = textsTo(jo.email);
    expect(text).toContain('· \u2068Shops\u2069');
    expect(text).toContain('1 event;');
    expect(text).toContain(String(4000 + inside));
    expect(text).not.toContain(String(4000 + outside));
    expect(await core.db.prisma.mail.count()).toBe(1);
  });

  test('R§10.24 R§10.40 where a second factor is required, a member without one gets no mail; an identity at any provider is one', async () => {
    const { account } = await world.account(0);
    const [jo, mia, ana] = [await member(account), await member(account), await member(account)];
    for (const one of [jo, mia, ana]) await subscribe(one, account);
    await core.db.work.query('update account set second_factor = true where no = $1', [account]);
    await core.db.work.query('update person set totp_at = now() where no = $1', [mia.rowId]);
    const issuer = 'https://id.example.com';
    await core.db.prisma.identity.create({ data: { issuer, subject: 'ana', personRowId: ana.rowId } });
    await run();
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual([mia.email, ana.email].toSorted());
  });

  test('R§10.40 several workers write and send each mail once', async () => {
    const { account } = await world.account(0);
    const people = [];
    for (let n = 0; n < 12; n += 1) {
      const one = await member(account);
      await subscribe(one, account);
      people.push(one.email);
    }
    const written = await Promise.all([1, 2, 3].map(() => writeWeeklyMail(core, { now: monday })));
    expect(written.reduce((sum, one) => sum + one, 0)).toBe(12);
    await Promise.all([send(), send(), send()]);
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
  });

  test('R§10.40 a worker that dies between claim and sending loses no mail, and one that dies after sending repeats it with the same Message-ID', async () => {
    const { account } = await world.account(0);
    const jo = await member(account);
    await subscribe(jo, account);
    await writeWeeklyMail(core, { now: monday });
    const leaseOver = () => core.db.work.query(`update mail set due_at = 'epoch', done_at = null, outcome = null`);
    const dying = new AbortController();
    const hang = (): Promise<void> => {
      dying.abort();
      return new Promise(() => {});
    };
    await send({ send: hang }, dying.signal);
    await send();
    expect(mailServer.received).toEqual([]);
    await leaseOver();
    await send();
    await leaseOver();
    await send();
    const ids = mailServer.received.map((mail) => header(mail, 'Message-ID'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

test('R§10.40 once a person, account and week, also where the zone moves to one whose Monday comes later', async () => {
  const { account } = await world.account(0);
  const jo = await member(account);
  await subscribe(jo, account, 'counts', 'Pacific/Auckland');
  const dueIn = async () =>
    (await core.db.prisma.weeklyMail.findFirstOrThrow({ where: { personRowId: jo.rowId } })).dueAt;
  const first = await dueIn();
  expect(await writeWeeklyMail(core, { now: new Date(first.getTime() - 1) })).toBe(0);
  expect(await writeWeeklyMail(core, { now: first })).toBe(1);
  await core.db.work.query(`update person set time_zone = 'Pacific/Honolulu' where no = $1`, [jo.rowId]);
  const later = new Date(first.getTime() + 23 * 3_600_000);
  await core.db.work.query('update weekly_mail set due_at = $1', [later]);
  expect(await writeWeeklyMail(core, { now: later })).toBe(0);
  // A mail that still waits when the next one is due is taken back.
  expect(await writeWeeklyMail(core, { now: new Date(first.getTime() + 8 * 86_400_000) })).toBe(1);
  expect(await core.db.prisma.mail.count()).toBe(1);
});

test('R§10.40 every other mail goes before the weekly ones', async () => {
  const { account } = await world.account(0);
  const jo = await member(account);
  await subscribe(jo, account);
  await writeWeeklyMail(core, { now: monday });
  await core.db.prisma.mail.create({
    data: { personRowId: jo.rowId, accountRowId: account, kind: 'administrator', detail: {} },
  });
  await send();
  expect(mailServer.received.map((mail) => header(mail, 'Subject'))).toEqual([
    expect.stringContaining('A new admin'),
    expect.stringContaining('Your audit log'),
  ]);
});

test('R§10.40 the link ends the weekly mails of one person and nothing else, any number of times; only its hash is kept', async () => {
  const { account } = await world.account(0);
  const { account: other } = await world.account(0);
  const [jo, mia] = [await member(account), await member(account)];
  await core.db.prisma.membership.create({ data: { personRowId: jo.rowId, accountRowId: other, role: 'viewer' } });
  await subscribe(mia, account);
  await subscribe(jo, account);
  await run();
  const [mail] = mailServer.received.filter(({ to }) => to.includes(jo.email));
  const link = mail === undefined ? '' : (header(mail, 'List-Unsubscribe') ?? '');
  expect(link).toMatch(/^<https:\/\/goal\.example\.com\/unsubscribe\/[\w-]{43}>$/);
  expect(mail && header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(mail && mailText(mail)).toContain(link.slice(1, -1));
  const token = link.slice(-44, -1);
  const kept = await core.db.work.query<{ all: string }>(
    `select string_agg(t::text, ' ') as all from unsubscribe_token t`,
  );
  expect(kept.rows[0]?.all).not.toContain(token);
  await unsubscribe(core, 'x'.repeat(43));
  expect(await core.db.prisma.weeklyMail.count()).toBe(2);
  for (let times = 0; times < 2; times += 1) await unsubscribe(core, token);
  expect(await core.db.prisma.weeklyMail.findMany({ select: { personRowId: true } })).toEqual([
    { personRowId: mia.rowId },
  ]);
  const { mutedMails } = await core.db.prisma.person.findFirstOrThrow({ where: { rowId: jo.rowId } });
  expect(mutedMails).toEqual([]);
});

test('R§10.40 without https there is no List-Unsubscribe, and the link stands in the text', async () => {
  const { account } = await world.account(0);
  const jo = await member(account);
  await subscribe(jo, account);
  await writeWeeklyMail(core, { now: monday });
  await send({}, undefined, 'http://localhost:3001');
  const [mail] = mailServer.received;
  expect(mail?.source).not.toContain('List-Unsubscribe');
  expect(mail && mailText(mail)).toMatch(/^http:\/\/localhost:3001\/unsubscribe\/[\w-]{43}$/m);
});

test('R§10.21 R§10.40 it can be chosen with a proven e-mail, for accounts of one’s own, where there is a mail server', async () => {
  const { account } = await world.account(0);
  const { account: foreign } = await world.account(0);
  const jo = await member(account);
  const unproven = await member(account, { isProven: false });
  const ids = new Map((await core.db.prisma.account.findMany()).map(({ rowId, id }) => [rowId, id]));
  const of = (rowId: number) => [{ account_id: ids.get(rowId) ?? '', mail: 'counts' as const }];
  expect(
    await outcomesOf([
      setWeekly(jo, of(foreign)),
      setWeekly(jo, [...of(account), ...of(foreign)]),
      setWeekly(jo, [{ account_id: 'no id', mail: 'counts' }]),
      setWeekly(unproven, of(account)),
      setWeekly(jo, of(account), 'UTC', { mailer: undefined }),
      setWeekly(jo, of(account)),
    ]),
  ).toEqual(['not_found', 'not_found', 'not_found', 'email_unproven', 'not_found', 'done']);
  expect(await core.db.prisma.weeklyMail.count()).toBe(1);
});

test('R§10.40 neither another choice on a Monday nor another zone skips the mail that is due', async () => {
  const { account } = await world.account(0);
  const jo = await member(account);
  await subscribe(jo, account);
  const last = new Date(monday.getTime() - 7 * 86_400_000);
  await core.db.work.query('update weekly_mail set due_at = $1', [last]);
  const dueAt = async () => (await core.db.prisma.weeklyMail.findFirstOrThrow()).dueAt.toISOString();
  await subscribe(jo, account, 'texts', 'UTC');
  expect(await dueAt()).toBe(last.toISOString());
  await subscribe(jo, account, 'texts', 'Asia/Kathmandu');
  expect(await dueAt()).toBe(new Date(last.getTime() - 5.75 * 3_600_000).toISOString());
  expect((await core.db.prisma.weeklyMail.findFirstOrThrow()).withTexts).toBe(true);
  expect(await writeWeeklyMail(core)).toBe(1);
});

test('R§10.38 R§10.40 it is signed with the brand of a reseller’s account, and written by UTC where the zone is unknown here', async () => {
  const { account, sites } = await world.account(1);
  const jo = await member(account);
  await subscribe(jo, account, 'texts');
  await core.db.prisma.brand.create({ data: { accountRowId: account, name: 'North' } });
  await core.db.prisma.account.update({ where: { rowId: account }, data: { isReseller: true } });
  await core.db.work.query(`update person set time_zone = 'Mars/Olympus' where no = $1`, [jo.rowId]);
  const event = newEvent({ occurredAt: monday.getTime() - 86_400_000, severity: 'high' });
  await storeAll(world, { account, site: sites[0] ?? 0 }, [event]);
  await run();
  const [text = ''] = textsTo(jo.email);
  expect(text).toContain('by the clock of UTC');
  expect(text.trim().split('\n').at(-1)).toBe('\u2068North\u2069');
});

test('R§10.40 thousands of mails are written in transactions of a hundred, which an abort ends between two', async () => {
  const { account } = await world.account(0);
  await core.db.work.query(
    `with p as (insert into person (email) select gen_random_uuid() || '@example.com' from generate_series(1, 250) returning no),
     m as (insert into membership (person_no, account_no, role) select no, $1, 'viewer' from p returning person_no)
     select from m`,
    [account],
  );
  await core.db.work.query(
    `insert into weekly_mail (person_no, account_no, with_texts, due_at)
     select person_no, account_no, false, $2::timestamptz from membership where account_no = $1`,
    [account, monday],
  );
  const stopping = new AbortController();
  let seen = 0;
  const signal = Object.defineProperty(stopping.signal, 'aborted', { get: () => (seen += 1) > 2 });
  expect(await writeWeeklyMail(core, { now: monday, signal })).toBe(200);
  expect(await writeWeeklyMail(core, { now: monday })).toBe(50);
});
