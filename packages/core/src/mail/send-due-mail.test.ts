import { startMailServer, type ReceivedMail, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { noChosen } from '../../test/mail-world.ts';
import { monthMessage } from './month-letter.ts';
import { smtpMailer, type Mailer } from './mailer.ts';
import { sendDueMail, type MailRound, type MailWay } from './send-due-mail.ts';

let world: EventWorld;
let mailServer: TestMailServer;
let mailer: Mailer;
let received: ReceivedMail[];
let refusals: string[];

beforeAll(async () => {
  world = await openWorld();
  mailServer = await startMailServer();
  ({ received, refusals } = mailServer);
  mailer = smtpMailer(mailServer.url, 'Goal <goal@example.com>');
});
afterAll(async () => {
  mailer.close();
  await mailServer.stop();
  await world.close();
});
beforeEach(() => {
  received.length = 0;
  refusals.length = 0;
});

async function newMail(month = '2026-10-01'): Promise<{ account: number; email: string; rowId: number }> {
  const { account } = await world.account();
  const { rows } = await world.db.work.query<{ rowId: number; email: string }>(
    `with d as (insert into accepted_day (account, day, events, bytes) values ($1, $2, 10000001, 0)),
     m as (insert into mail (account_no, kind, month) values ($1, 'fair_use', $2) returning no, account_no)
     select m.no as "rowId", a.email from m join account a on a.no = m.account_no`,
    [account, month],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no mail');
  return { account, ...row };
}
const way = (over: Partial<MailWay> = {}): MailWay => ({
  mailer,
  composeChosen: noChosen,
  onUnsent: () => {},
  onFailure: () => {},
  ...over,
});
const stored = (rowId: number) => world.db.prisma.mail.findFirstOrThrow({ where: { rowId } });
const dueNow = (rowId: number) => world.db.work.query(`update mail set due_at = 'epoch' where no = $1`, [rowId]);

test('R§9.3 a due mail is sent once, to the account, in text and HTML, and marked as sent', async () => {
  const { rowId, email } = await newMail();
  expect(await sendDueMail(world, way())).toEqual({ sent: 1, logged: 0, failed: 0 });
  expect(await sendDueMail(world, way())).toEqual({ sent: 0, logged: 0, failed: 0 });
  const [mail] = received;
  expect(received).toHaveLength(1);
  expect(mail?.to).toEqual([email]);
  const { id, outcome, attempts } = await stored(rowId);
  expect([outcome, attempts]).toEqual(['sent', 1]);
  expect(mail?.source).toContain(`Message-ID: <${id}@example.com>`);
  expect(mail?.source).toContain('From: Goal <goal@example.com>');
  expect(mail?.source).toMatch(/Content-Type: text\/plain/);
  expect(mail?.source).toMatch(/Content-Type: text\/html/);
  expect(mail?.source.replaceAll('=\r\n', '')).toContain('10,000,001 events');
});

test('a mail that the server refuses is retried after growing pauses, with the same Message-ID', async () => {
  const { rowId } = await newMail();
  refusals.push('450 later', '450 later');
  const rounds: MailRound[] = [];
  for (const minutes of [1, 5, undefined]) {
    const begun = Date.now();
    rounds.push(await sendDueMail(world, way()));
    const { dueAt, failure, outcome } = await stored(rowId);
    expect(outcome === null).toBe(minutes !== undefined);
    if (minutes !== undefined) {
      expect(failure).toBe('the mail server answered 450 to DATA');
      expect(dueAt.getTime()).toBeGreaterThan(begun + minutes * 60_000 - 1000);
      expect(dueAt.getTime()).toBeLessThan(Date.now() + minutes * 60_000 + 1000);
    }
    await dueNow(rowId);
  }
  expect(rounds.map(({ sent, failed }) => [sent, failed])).toEqual([
    [0, 1],
    [0, 1],
    [1, 0],
  ]);
});

test('after a process dies between sending a mail and recording that, another one sends it with the same Message-ID, but not before the lease ends', async () => {
  const { rowId } = await newMail();
  const dying: Mailer = {
    ...mailer,
    async send(message) {
      await mailer.send(message);
      // Another process finds nothing to do while this one holds the lease.
      expect(await sendDueMail(world, way())).toEqual({ sent: 0, logged: 0, failed: 0 });
      await world.db.work.query(`update mail set due_at = 'epoch' where no = $1`, [rowId]);
      expect(await sendDueMail(world, way())).toEqual({ sent: 1, logged: 0, failed: 0 });
    },
  };
  await sendDueMail(world, way({ mailer: dying }));
  const ids = received.map(({ source }) => /Message-ID: (\S+)/.exec(source)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a process keeps its lease of a mail for ten minutes, however slow the mail server is, and then loses it', async () => {
  const { rowId } = await newMail();
  /** Moves the lease back, as if that time had passed. */
  const pass = (minutes: number) =>
    world.db.work.query(`update mail set due_at = due_at - $2 * interval '1 minute' where no = $1`, [rowId, minutes]);
  const rounds: MailRound[] = [];
  const slow: Mailer = {
    ...mailer,
    async send(message) {
      await pass(9);
      rounds.push(await sendDueMail(world, way()));
      await mailer.send(message);
    },
  };
  rounds.push(await sendDueMail(world, way({ mailer: slow })), await sendDueMail(world, way()));
  expect(rounds.map(({ sent }) => sent)).toEqual([0, 1, 0]);
  expect(received).toHaveLength(1);
  // Stands for a process that died while it held the lease.
  await world.db.work.query('update mail set done_at = null, outcome = null where no = $1', [rowId]);
  await pass(1);
  expect(await sendDueMail(world, way())).toMatchObject({ sent: 1 });
});

test('ten processes at once send each mail once', async () => {
  const mails = await Promise.all(Array.from({ length: 20 }, () => newMail()));
  await Promise.all(Array.from({ length: 10 }, () => sendDueMail(world, way())));
  expect(received.flatMap(({ to }) => to).toSorted()).toEqual(mails.map(({ email }) => email).toSorted());
});

test('R§9.3 a reseller gets no mail, even if it became one after the mail was written', async () => {
  const { rowId, account } = await newMail();
  await world.db.work.query('update account set is_reseller = true where no = $1', [account]);
  expect(await sendDueMail(world, way())).toEqual({ sent: 0, logged: 0, failed: 0 });
  expect(received).toEqual([]);
  expect(await world.db.prisma.mail.findFirst({ where: { rowId } })).toBeNull();
});

test('a mail that no longer applies, because the plan now allows more, is not sent', async () => {
  const { rowId, account } = await newMail();
  await world.db.work.query('update accepted_day set events = 10000000 where account = $1', [account]);
  expect(await sendDueMail(world, way())).toEqual({ sent: 0, logged: 0, failed: 0 });
  expect(await world.db.prisma.mail.findFirst({ where: { rowId } })).toBeNull();
});

test('a stopping process does not wait for a silent mail server; the mail stays, with its Message-ID', async () => {
  const { rowId } = await newMail();
  const stopping = new AbortController();
  const silent: Mailer = {
    ...mailer,
    send: () => {
      stopping.abort();
      return new Promise(() => {});
    },
  };
  expect(await sendDueMail(world, way({ mailer: silent }), stopping.signal)).toEqual({ sent: 0, logged: 0, failed: 0 });
  const { id, outcome } = await stored(rowId);
  expect(outcome).toBeNull();
  await dueNow(rowId);
  await sendDueMail(world, way());
  expect(received[0]?.source).toContain(id);
});

test('R§9.3 without a mail server a mail is logged', async () => {
  const { rowId, email } = await newMail();
  const told: unknown[] = [];
  expect(await sendDueMail(world, way({ mailer: undefined, onUnsent: (mail) => told.push(mail) }))).toMatchObject({
    logged: 1,
  });
  expect(told).toEqual([{ to: email, subject: 'Your audit log has passed the fair use of October 2026' }]);
  expect((await stored(rowId)).outcome).toBe('logged');
});

const figures = {
  email: 'a@example.com',
  plan: 'free',
  month: new Date('2026-12-01T00:00:00Z'),
  accepted: 24_000,
  fairUse: 10_000,
  limit: 30_000,
};

test('values in the mail cannot break out of its HTML', () => {
  const mail = monthMessage('fair_use', { ...figures, plan: '<img src=x>' });
  expect(mail?.html).toContain('&lt;img');
  expect(mail?.html).not.toContain('<img');
});

test('R§10.39 the mails about the hard limit say the figures and the day on which the next month begins', () => {
  const textOf = (...of: Parameters<typeof monthMessage>): string | undefined => monthMessage(...of)?.text;
  expect(textOf('limit_near', figures)).toMatch(
    /in December 2026 .* 24,000 events so far\. .*, free, stores at most 30,000 .*\n\n.* until 1 January 2027 \(UTC\)/s,
  );
  expect(textOf('limit_reached', { ...figures, accepted: 30_000 })).toMatch(/refused until 1 January 2027 \(UTC\)/);
  expect(textOf('fair_use', figures)).toContain('Every event is stored up to 30,000 a month');
  expect(textOf('fair_use', { ...figures, limit: null })).toContain('Nothing is cut off');
});

test('R§10.39 a mail about the limit that no longer applies when its turn comes is not sent', () => {
  const applies = (...of: Parameters<typeof monthMessage>): boolean => monthMessage(...of) !== undefined;
  expect(applies('limit_near', { ...figures, accepted: 23_999 })).toBe(false);
  expect(applies('limit_near', { ...figures, accepted: 30_000 })).toBe(false);
  expect(applies('limit_reached', { ...figures, accepted: 29_999 })).toBe(false);
  expect(applies('limit_reached', { ...figures, accepted: 30_000, limit: null })).toBe(false);
});
