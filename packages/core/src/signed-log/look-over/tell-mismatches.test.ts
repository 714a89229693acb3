import { mailText, startMailServer, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { newEvent, ownWorld, type EventWorld } from '../../../test/event-world.ts';
import { noChosen } from '../../../test/mail-world.ts';
import { sealAll, sealingOf } from '../../../test/sealing-world.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import { smtpMailer, type Mailer } from '../../mail/mailer.ts';
import { sendDueMail, type MailWay } from '../../mail/send-due-mail.ts';
import { checkLogs } from './check-logs.ts';
import { countLogs } from '../read/count-logs.ts';
import { tellOfMismatches } from './tell-mismatches.ts';

let mailServer: TestMailServer;
let mailer: Mailer;
beforeAll(async () => {
  mailServer = await startMailServer();
  mailer = smtpMailer(mailServer.url, 'Goal <goal@example.com>');
});
afterAll(async () => {
  mailer.close();
  await mailServer.stop();
});
beforeEach(() => {
  mailServer.received.length = 0;
});

async function loggedAccount(world: EventWorld): Promise<{ account: number; id: string }> {
  const { account, sites } = await world.account();
  await sealAll(sealingOf(world), account);
  const events = Array.from({ length: 5 }, () => newEvent());
  await storeEvents(world, { account, site: sites[0] ?? 0 }, events);
  await sealAll(sealingOf(world), account);
  return { account, id: (await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account } })).id };
}

/** Writes over the user of the nth event of an account, or puts it back. */
const change = ({ db }: EventWorld, { account }: { account: number }, nth: number, to: string): Promise<unknown> =>
  db.work.query(
    `update event set username = $3 where id = (select id from event where account = $1 order by id limit 1 offset $2)`,
    [account, nth, to],
  );

/** A look over whole logs, days later, and what it tells. */
async function look({ db }: EventWorld): Promise<number> {
  await db.work.query(`update log_check set checked_at = checked_at - interval '40 days'`);
  const { mismatches } = await checkLogs(db.sealing, new AbortController().signal);
  await tellOfMismatches(db.sealing);
  return mismatches.length;
}

const aDayLater = ({ db }: EventWorld): Promise<unknown> =>
  db.work.query(`update mail set created_at = created_at - interval '1 day';
    update log_check set found_at = found_at - interval '1 day'`);

const send = (world: EventWorld, over: Partial<MailWay> = {}) =>
  sendDueMail(world, {
    mailer,
    operatorEmail: 'night@example.com',
    composeChosen: noChosen,
    onUnsent: () => {},
    onFailure: () => {},
    ...over,
  });

test('R§16.14 what the look over the logs finds is told to the operator by mail, by account, log and leaf, without anything of an event', async () => {
  const world = await ownWorld();
  const [first, second] = [await loggedAccount(world), await loggedAccount(world)];
  await look(world);
  await send(world);
  expect(mailServer.received).toEqual([]);
  await change(world, first, 0, 'mallory');
  await change(world, first, 2, 'mallory');
  await change(world, second, 1, 'mallory');
  expect(await look(world)).toBe(3);
  await send(world);
  const [mail] = mailServer.received;
  expect(mailServer.received.map(({ to }) => to)).toEqual([['night@example.com']]);
  const text = mail === undefined ? '' : mailText(mail);
  expect(text).toContain('3 leaves of 2 logs');
  expect(text).toMatch(
    new RegExp(`^goal\\.example/log/[-0-9a-f]{36} of the account ${first.id}: 2 leaves, the first is 2$`, 'm'),
  );
  expect(text).toMatch(new RegExp(`^goal\\.example/log/[-0-9a-f]{36} of the account ${second.id}: leaf 3$`, 'm'));
  expect(text).toContain('goal backup');
  expect(text).not.toContain('mallory');
});

test('R§16.14 a finding is told once, a new one a day later at the earliest, and what matches again is forgotten', async () => {
  const world = await ownWorld();
  const place = await loggedAccount(world);
  const before = newEvent().username;
  await look(world);
  await change(world, place, 0, 'mallory');
  expect(await look(world)).toBe(1);
  for (let again = 0; again < 2; again += 1) expect(await look(world)).toBe(0);
  await send(world);
  expect(mailServer.received).toHaveLength(1);
  // On the same day a further finding waits, and a restart in between loses nothing.
  await change(world, place, 1, 'mallory');
  expect(await look(world)).toBe(1);
  await send(world);
  expect(mailServer.received).toHaveLength(1);
  await world.db.work.query(`update mail set created_at = created_at - interval '1 day'`);
  await look(world);
  await send(world);
  expect(mailServer.received).toHaveLength(2);
  await aDayLater(world);
  await look(world);
  await send(world);
  expect(mailServer.received).toHaveLength(2);
  expect((await countLogs(world.db.work)).mismatches).toBe(2);
  await change(world, place, 0, before);
  await look(world);
  expect((await countLogs(world.db.work)).mismatches).toBe(1);
  await change(world, place, 0, 'mallory');
  expect(await look(world)).toBe(1);
  await send(world);
  expect(mailServer.received).toHaveLength(3);
});

test('R§16.14 a thousand leaves of a log are remembered, and no more of them is told', async () => {
  const world = await ownWorld();
  const place = await loggedAccount(world);
  await look(world);
  await world.db.work.query(
    `update log_check set found = array(select generate_series(1000, 1999)), mismatches = 1000, first_mismatch = 1000, found_at = clock_timestamp()`,
  );
  await tellOfMismatches(world.db.sealing);
  await aDayLater(world);
  await change(world, place, 0, 'mallory');
  expect(await look(world)).toBe(0);
  await send(world);
  expect(mailServer.received).toHaveLength(1);
  expect((await countLogs(world.db.work)).mismatches).toBe(1000);
});

test('R§16.14 of looks that end at the same moment one tells', async () => {
  const world = await ownWorld();
  const place = await loggedAccount(world);
  await change(world, place, 0, 'mallory');
  await checkLogs(world.db.sealing, new AbortController().signal);
  const told = await Promise.all(Array.from({ length: 8 }, () => tellOfMismatches(world.db.sealing)));
  expect(told.filter(Boolean)).toHaveLength(1);
});

test('R§16.14 without a mail server or an address the mail is logged', async () => {
  for (const over of [{ mailer: undefined }, { operatorEmail: undefined }]) {
    const world = await ownWorld();
    await look(world);
    await change(world, await loggedAccount(world), 0, 'mallory');
    await look(world);
    const told: string[] = [];
    expect(await send(world, { ...over, onUnsent: ({ subject }) => told.push(subject) })).toMatchObject({ logged: 1 });
    expect(told).toEqual(['The signed log does not match what is stored']);
    expect(await look(world)).toBe(0);
    expect(await send(world, over)).toMatchObject({ logged: 0, sent: 0 });
  }
});
