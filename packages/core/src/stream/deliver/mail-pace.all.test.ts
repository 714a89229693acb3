import { randomUUID } from 'node:crypto';

import { refillOf } from '@goal/db/testing';
import { afterAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, openWorld } from '../../../test/event-world.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import type { Caller } from '../../ground/caller.ts';
import { MailNotTaken, type Message } from '../../mail/mailer.ts';
import { spendTry } from '../../sign-in/brake.ts';
import { unsubscribe } from '../../mail/weekly/unsubscribe.ts';
import { createStream } from '../manage/create-stream.ts';
import { deleteStream, pauseStream, replayStream, resumeStream, updateStream } from '../manage/change-stream.ts';
import { sendDueStreams } from '../worker/send-due-streams.ts';
import { testStream } from './test-stream.ts';

const world = await openWorld();
afterAll(() => world.close());
const core = coreOf(world);

const mail = { type: 'mail', open: { to: null }, secret: undefined } as const;

async function scene() {
  // A round works on all streams that are due: those of the test before would mail here as well.
  await world.db.prisma.stream.deleteMany();
  const { account, sites } = await world.account();
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const caller: Caller = { account: { rowId: account, id }, actor: { kind: 'account_key', name: 'a key' } };
  const sent: Message[] = [];
  /** Mailboxes that the mail server refuses. */
  const refused = new Set<string>();
  const mailer = {
    send: (message: Message) => {
      if (refused.has(message.to)) return Promise.reject(new MailNotTaken('refused', 'mailbox'));
      return Promise.resolve(void sent.push(message));
    },
    verify: () => Promise.resolve(),
    close: () => {},
  };
  const arrive = () => storeEvents(world, { account, site: sites[0] ?? 0 }, [newEvent()]);
  const errors: unknown[] = [];
  /** One round of the worker, and how many mails there are then. */
  const round = async (): Promise<number> => {
    await sendDueStreams(core, {
      mailer,
      dashboardUrl: 'https://goal.example.com',
      signal: new AbortController().signal,
      onError: (error) => void errors.push(error),
    });
    expect(errors).toEqual([]);
    return sent.length;
  };
  /** Adds members with a proven e-mail, and returns their ids and addresses. */
  const members = async (count: number) => {
    const made = [];
    for (let nth = 0; nth < count; nth += 1) {
      const data = { email: `${randomUUID()}@example.com`, emailProvenAt: new Date() };
      const person = await world.db.prisma.person.create({ data });
      const membership = { accountRowId: account, personRowId: person.rowId, role: 'viewer' };
      const { id } = await world.db.prisma.membership.create({ data: membership });
      made.push({ id, email: data.email, rowId: person.rowId });
    }
    return made;
  };
  return { caller, arrive, round, sent, refused, members };
}

const to = (members: readonly { id: string }[]) =>
  ({ type: 'mail', open: { to: members.map(({ id }) => id) }, secret: undefined }) as const;

/** Ten minutes go by for a stream: all columns lie well in the past. */
const tenMinutesLater = (id: string) =>
  world.db.work.query(
    `update stream set last_delivery_at = last_delivery_at - interval '11 minutes', next_at = 'epoch' where id = $1`,
    [id],
  );
/** Sets the tries of an account that are spent. */
const spend = ({ account }: Caller, spent: number) =>
  world.db.work.query(
    `insert into brake (subject, spent, at) values (sha256(convert_to($1, 'UTF8')), $2, clock_timestamp())
     on conflict (subject) do update set spent = excluded.spent, at = excluded.at`,
    [`alert_mail ${account.id}`, spent],
  );

test('R§15.3 a stream of mails sends one mail in ten minutes, and no pause, change, replay or retry hastens the next one', async () => {
  const { caller, arrive, round } = await scene();
  const { id } = await createStream(core, caller, { name: 'Alert', sink: mail });
  await arrive();
  expect(await round()).toBe(1);
  const hastenings = [
    () => pauseStream(core, caller, id),
    () => resumeStream(core, caller, id),
    () => updateStream(core, caller, id, { filters: { severity: ['info'] } }),
    () => updateStream(core, caller, id, { sink: mail }),
    () => replayStream(core, caller, id, 'oldest'),
    () =>
      world.db.work.query(
        `insert into stream_set_aside (stream_no, event_id, retry)
         select s.no, e.id, true from stream s join event e on e.account = s.account_no where s.id = $1`,
        [id],
      ),
  ];
  for (const hasten of hastenings) {
    await hasten();
    await arrive();
    expect(await round()).toBe(1);
  }
  await tenMinutesLater(id);
  // What was set aside is a mail, and the rest waits for its own.
  expect(await round()).toBe(2);
  expect(await round()).toBe(2);
  await tenMinutesLater(id);
  expect(await round()).toBe(3);
});

test('R§15.3 an account sends sixty mails of streams an hour, however often it makes one and deletes it', async () => {
  const { caller, arrive, round } = await scene();
  await arrive();
  for (let spent = 0; spent < 58; spent += 1) await spendTry(core, { kind: 'alert_mail', about: caller.account.id });
  for (const sent of [1, 2, 2]) {
    const { id } = await createStream(core, caller, { name: randomUUID(), sink: mail, start: 'oldest' });
    expect(await round()).toBe(sent);
    await deleteStream(core, caller, id);
  }
});

test('R§15.3 each mail to each reader is one of the sixty; whoever comes behind the last one is told the number with their next', async () => {
  const { caller, arrive, round, sent, members } = await scene();
  const readers = await members(12);
  const { id } = await createStream(core, caller, { name: 'Alert', sink: to(readers) });
  await arrive();
  await spend(caller, 55);
  expect(await round()).toBe(5);
  const reached = new Set(sent.map((mail) => mail.to));
  expect(reached.size).toBe(5);
  // Nothing new is found: the others are told first, and those of the first mail nothing.
  await tenMinutesLater(id);
  await spend(caller, 55);
  expect(await round()).toBe(10);
  await tenMinutesLater(id);
  await spend(caller, 0);
  await arrive();
  expect(await round()).toBe(22);
  const last = sent.slice(10);
  expect(last.map(({ text }) => / found (one|\d+) events?/.exec(text)?.[1] ?? '').toSorted()).toEqual([
    '2',
    '2',
    ...Array.from({ length: 10 }, () => 'one'),
  ]);
  expect(last[0]?.text).toContain('1 of them came while the account had sent its mails of the hour');
  // Everybody is told of both events, and nobody is mailed for nothing.
  for (const { email } of readers)
    expect(
      sent.filter((mail) => mail.to === email).reduce((sum, { text }) => sum + (/ found 2 /.test(text) ? 2 : 1), 0),
    ).toBe(2);
  await tenMinutesLater(id);
  expect(await round()).toBe(22);
});

test('R§15.3 of all streams of an account with ninety-nine readers each one event causes sixty mails', async () => {
  const { caller, arrive, round, members } = await scene();
  const readers = await members(99);
  for (let nth = 0; nth < 4; nth += 1) await createStream(core, caller, { name: `Alert ${nth}`, sink: to(readers) });
  await arrive();
  // A try comes back each minute.
  const regained = refillOf(1 / 60);
  const count = await round();
  expect(count).toBeGreaterThanOrEqual(60);
  expect(count).toBeLessThanOrEqual(60 + regained());
});

test('R§15.3 a mailbox that is refused keeps the mail from nobody else, and nobody is mailed twice for it', async () => {
  const { caller, arrive, round, sent, refused, members } = await scene();
  const [gone, ...others] = await members(3);
  refused.add(gone?.email ?? '');
  const { id } = await createStream(core, caller, { name: 'Alert', sink: to([gone ?? { id: '' }, ...others]) });
  await arrive();
  expect(await round()).toBe(2);
  const stream = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  expect(stream).toMatchObject({ attempts: 0, failingSince: null, lastError: 'the mail server did not take the mail' });
  // It is asked once more, for the number, and then left alone until there is something new.
  await tenMinutesLater(id);
  expect(await round()).toBe(2);
  const left = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  expect(left).toMatchObject({ attempts: 0, failingSince: null, untold: {} });
  await tenMinutesLater(id);
  await arrive();
  expect(await round()).toBe(4);
  await tenMinutesLater(id);
  refused.clear();
  expect(await round()).toBe(5);
  expect(sent.at(-1)?.to).toBe(gone?.email);
  refused
    .add(others[0]?.email ?? '')
    .add(others[1]?.email ?? '')
    .add(gone?.email ?? '');
  await tenMinutesLater(id);
  await arrive();
  expect(await round()).toBe(5);
  const failing = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  expect(failing.failingSince).not.toBeNull();
});

test('R§15.3 a test of a stream of mails is a try for each reader, and reaches nobody beyond the last one', async () => {
  const { caller, sent, members } = await scene();
  const { id } = await createStream(core, caller, { name: 'Alert', sink: to(await members(25)) });
  const mailer = {
    send: (mail: Message) => Promise.resolve(void sent.push(mail)),
    verify: () => Promise.resolve(),
    close: () => {},
  };
  const test = () =>
    testStream(core, caller, id, { mailer, dashboardUrl: 'https://goal.example.com', signal: undefined });
  expect(await test()).toMatchObject({ ok: true });
  expect(sent).toHaveLength(20);
  await expect(test()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(sent).toHaveLength(20);
});

test('R§15.3 an alert reaches no e-mail that nobody has proven; its link ends the alerts of one person, and those to the account’s address', async () => {
  const { caller, arrive, round, sent, members } = await scene();
  const [jo, mia, stranger] = await members(3);
  await world.db.prisma.person.updateMany({ where: { rowId: stranger?.rowId ?? 0 }, data: { emailProvenAt: null } });
  const readers = [jo, mia, stranger].map((one) => ({ id: one?.id ?? '' }));
  const { id } = await createStream(core, caller, { name: 'Alert', sink: to(readers) });
  const { id: ofAccount } = await createStream(core, caller, { name: 'To the address', sink: mail });
  await arrive();
  expect(await round()).toBe(3);
  const { email } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: caller.account.rowId } });
  expect(sent.map((one) => one.to).toSorted()).toEqual([jo?.email ?? '', mia?.email ?? '', email].toSorted());
  const tokenOf = (address: string | undefined): string => {
    const found = sent.find((one) => one.to === address);
    expect(found?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    return /unsubscribe\/([\w-]{43})>$/.exec(found?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  };
  await unsubscribe(core, 'x'.repeat(43));
  for (const token of [tokenOf(jo?.email), tokenOf(jo?.email), tokenOf(email)]) await unsubscribe(core, token);
  const people = await world.db.prisma.person.findMany({
    where: { rowId: { in: [jo?.rowId ?? 0, mia?.rowId ?? 0] } },
    select: { mutedMails: true },
    orderBy: { rowId: 'asc' },
  });
  expect(people).toEqual([{ mutedMails: ['alert'] }, { mutedMails: [] }]);
  for (const one of [id, ofAccount]) await tenMinutesLater(one);
  await arrive();
  expect(await round()).toBe(4);
  expect(sent.at(-1)?.to).toBe(mia?.email);
  const paused = await world.db.prisma.stream.findFirstOrThrow({ where: { id: ofAccount } });
  expect(paused).toMatchObject({ status: 'paused', pausedBy: 'customer' });
  await resumeStream(core, caller, ofAccount);
  expect(await round()).toBe(5);
  await unsubscribe(core, tokenOf(mia?.email));
  await tenMinutesLater(id);
  await arrive();
  await round();
  const failing = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  expect(failing.lastError).toBe(
    'none of its members gets alerts: their e-mail is not proven, or they ended these mails',
  );
});
