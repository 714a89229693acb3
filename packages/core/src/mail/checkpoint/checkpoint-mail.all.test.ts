import { checkpointsIn } from '@goal/signed-log';
import { mailText } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { newEvent } from '../../../test/event-world.ts';
import { sealAll, sealingOf } from '../../../test/sealing-world.ts';
import { openWeeklyWorld } from '../../../test/weekly-world.ts';
import { storeEvents } from '../../event/store/store-events.ts';
import { logHeads } from '../../signed-log/entries/log-head.ts';
import { unsubscribe } from '../weekly/unsubscribe.ts';
import { firstOf, nextFirst } from './first-of-month.ts';
import { writeCheckpointMail } from './write-checkpoint-mail.ts';

let around: Awaited<ReturnType<typeof openWeeklyWorld>>;
beforeAll(async () => {
  around = await openWeeklyWorld();
});
afterAll(() => around.close());
beforeEach(async () => {
  around.mailServer.received.length = 0;
  await around.core.db.work.query('update membership set checkpoint_mail_due_at = null');
});

/** The first of the next month, 07:00 UTC: the mail of everybody who switches it on now is due. */
const first = nextFirst(new Date());

type Person = { rowId: number; email: string };

async function owner(account: number, role = 'owner'): Promise<Person> {
  const person = await around.member(account);
  await around.core.db.work.query('update membership set role = $2 where person_no = $1', [person.rowId, role]);
  return person;
}

async function loggedAccount(): Promise<{ account: number; checkpoint: string }> {
  const { world } = around;
  const { account, sites } = await world.account();
  await storeEvents(world, { account, site: sites[0] ?? 0 }, [newEvent()]);
  await sealAll(sealingOf(world), account);
  return { account, checkpoint: (await logHeads(world.db.sealing, account)).at(-1)?.checkpoint ?? '' };
}

const write = (now = first): Promise<number> => writeCheckpointMail(around.core, { now });
const recipients = (): string[] => around.mailServer.received.flatMap(({ to }) => to).toSorted();
const text = (): string => around.mailServer.received.map(mailText).join();

test('R§16.15 an owner who switched it on gets the newest checkpoint on the first of each month, as a check reads it', async () => {
  const { account, checkpoint } = await loggedAccount();
  const [jo] = [await owner(account), await owner(account)];
  await around.setCheckpoint(jo, [account]);
  expect(await write(new Date(first.getTime() - 1))).toBe(0);
  expect(await write()).toBe(1);
  expect(await write()).toBe(0);
  await around.send();
  expect(recipients()).toEqual([jo.email]);
  expect(checkpointsIn(text())).toEqual([checkpoint]);
  expect(text()).toContain('goal verify');
  // A month later there is another one, and what the log has grown by since then is in it.
  await around.setCheckpoint(jo, [account]);
  expect(await write(nextFirst(first))).toBe(1);
  expect(await around.core.db.prisma.mail.findMany({ select: { week: true, kind: true } })).toEqual([
    { kind: 'checkpoint', week: new Date(firstOf(first)) },
    { kind: 'checkpoint', week: new Date(firstOf(nextFirst(first))) },
  ]);
});

test('R§16.15 it is off until an owner switches it on, with a proven e-mail, for accounts that they own, where there is a mail server', async () => {
  const { account } = await loggedAccount();
  const { account: foreign } = await loggedAccount();
  const [jo, admin] = [await owner(account), await owner(account, 'admin')];
  const refused = (person: Person, accounts: number[], people?: { mailer: undefined }): Promise<string> =>
    around.setCheckpoint(person, accounts, people).then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
  expect(await refused(jo, [foreign])).toBe('not_found');
  expect(await refused(jo, [account, foreign])).toBe('not_found');
  expect(await refused(admin, [account])).toBe('not_found');
  expect(await refused(jo, [account], { mailer: undefined })).toBe('not_found');
  expect(await write()).toBe(0);
  await around.core.db.work.query('update person set email_proven_at = null where no = $1', [jo.rowId]);
  expect(await refused(jo, [account])).toBe('email_unproven');
  expect(await refused(jo, [])).toBe('done');
});

test('R§16.15 who may have it is judged when it is sent: nothing for somebody who owns the account no more or switched it off, and nothing where no log has begun', async () => {
  const { account } = await loggedAccount();
  const { account: empty } = await around.world.account(0);
  const [gone, off, unproven] = [await owner(account), await owner(account), await owner(account)];
  const early = await owner(empty);
  for (const one of [gone, off, unproven]) await around.setCheckpoint(one, [account]);
  await around.setCheckpoint(early, [empty]);
  expect(await write()).toBe(4);
  await around.core.db.work.query(`update membership set role = 'admin' where person_no = $1`, [gone.rowId]);
  await around.setCheckpoint(off, []);
  await around.core.db.work.query('update person set email_proven_at = null where no = $1', [unproven.rowId]);
  await around.send();
  expect(recipients()).toEqual([]);
});

test('R§16.15 its link ends these mails of one person, and no weekly summary', async () => {
  const { account } = await loggedAccount();
  const [jo, mia] = [await owner(account), await owner(account)];
  for (const one of [jo, mia]) await around.setCheckpoint(one, [account]);
  await around.subscribe(jo, account);
  await write();
  await around.send();
  const mail = around.mailServer.received.find(({ to }) => to.includes(jo.email));
  const link = /https:\/\/goal\.example\.com\/unsubscribe\/([\w-]{43})/.exec(mail === undefined ? '' : mailText(mail));
  await unsubscribe(around.core, link?.[1] ?? '');
  const { prisma } = around.core.db;
  const left = await prisma.membership.findMany({ where: { checkpointMailDueAt: { not: null } } });
  expect(left.map(({ personRowId }) => personRowId)).toEqual([mia.rowId]);
  expect(await prisma.weeklyMail.count({ where: { personRowId: jo.rowId } })).toBe(1);
});

test('R§16.15 several workers write and send each mail once, and one that still waits in the next month is taken back', async () => {
  const { account } = await loggedAccount();
  const people = [];
  for (let n = 0; n < 8; n += 1) {
    const one = await owner(account);
    await around.setCheckpoint(one, [account]);
    people.push(one.email);
  }
  const written = await Promise.all([1, 2, 3].map(() => write()));
  expect(written.reduce((sum, one) => sum + one, 0)).toBe(8);
  expect(await write(nextFirst(first))).toBe(8);
  await Promise.all([around.send(), around.send()]);
  expect(recipients()).toEqual(people.toSorted());
});
