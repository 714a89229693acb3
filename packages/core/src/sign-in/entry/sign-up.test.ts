import { inAllRun, mailText, until } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openMailWorld } from '../../../test/mail-world.ts';
import { countOf, outcomesOf, visitor } from '../../../test/people-world.ts';
import { createAccount } from '../../account/create-account.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import type { People } from '../../person/people.ts';
import { getWaysToSignIn } from '../ways/ways.ts';
import { askToSignUp, makeOwnAccount, signUp } from './sign-up.ts';

const { world, mailServer, people: others, close } = await openMailWorld();
const people: People = { ...others, signUp: true };
const setLimit = (events: number | null) =>
  world.core.db.work.query(`update plan set hard_limit_events = $1 where slug = 'free'`, [events]);
beforeAll(() => setLimit(30_000));
afterAll(close);
beforeEach(() => {
  mailServer.received.length = 0;
});

const ask = (email: string, from = visitor()) => askToSignUp(world.core, people, from, { email });
const give = (ceremony: string, code: string, from = visitor()) => signUp(world.core, people, from, { ceremony, code });
const refused = (code: string) => expect.objectContaining({ code });
const fresh = (): string => `${crypto.randomUUID()}@example.com`;

/** What matches in the newest mail to this address. */
async function mailedTo(email: string, what = /^[0-9A-Z]{4} [0-9A-Z]{4}$/m): Promise<string> {
  const find = () => {
    const mail = mailServer.received.findLast(({ to }) => to.includes(email));
    return mail === undefined ? undefined : what.exec(mailText(mail))?.[0];
  };
  await until(() => find() !== undefined);
  return find() ?? '';
}
async function asked(email = fresh()) {
  // The code of an earlier attempt opens no later one.
  mailServer.received.length = 0;
  const { ceremony } = await ask(email);
  return { email, ceremony, code: await mailedTo(email) };
}
const accountsOf = (email: string) =>
  world.prisma.account.findMany({
    where: { email },
    include: { memberships: { include: { person: { select: { email: true } } } } },
  });

test('R§10.20 R§10.21 a mailed code makes a person with a proven e-mail, a free account that they own, and a session', async () => {
  const { email, ceremony, code } = await asked();
  expect(await accountsOf(email)).toEqual([]);
  const { token } = await give(ceremony, code.toLowerCase());
  expect(await world.sessionOf(token)).toMatchObject({ how: 'code', isConfirmed: true, person: { isProven: true } });
  expect(await accountsOf(email)).toMatchObject([
    { planSlug: 'free', memberships: [{ role: 'owner', groupRowId: null, person: { email } }] },
  ]);
  expect(await world.actionsOf({ email })).toEqual([
    'person.create',
    'person.prove',
    'account.create',
    'member.join',
    'session.begin',
  ]);
});

inAllRun(() => {
  test('R§10.20 of two givers at once, with one code or with two of one e-mail, one makes an account', async () => {
    const first = await asked();
    const again = await asked(first.email);
    const given = [first, again, first, again, again];
    const outcomes = await outcomesOf(given.map(({ ceremony, code }) => give(ceremony, code)));
    expect([countOf(outcomes, 'done'), countOf(outcomes, 'attempt_expired')]).toEqual([1, 4]);
    expect(await accountsOf(first.email)).toHaveLength(1);
    expect(await world.prisma.person.count({ where: { email: first.email } })).toBe(1);
  });

  test('R§10.20 nothing is made for an e-mail that a person or an account has got since the code was mailed', async () => {
    const [byPerson, byAccount] = [await asked(), await asked()];
    await world.prisma.person.create({ data: { email: byPerson.email } });
    await createAccount(world.core, { kind: 'cli', name: 'test' }, { email: byAccount.email });
    for (const { ceremony, code } of [byPerson, byAccount])
      await expect(give(ceremony, code)).rejects.toEqual(refused('attempt_expired'));
    expect(await accountsOf(byPerson.email)).toEqual([]);
    expect(await accountsOf(byAccount.email)).toMatchObject([{ memberships: [] }]);
    expect(await world.prisma.person.count({ where: { email: byAccount.email } })).toBe(0);
  });
});

test('R§10.20 R§10.13 of 40 wrong guesses at once 5 are judged, and the right code is then void', async () => {
  const { email, ceremony, code } = await asked();
  const outcomes = await outcomesOf(Array.from({ length: 40 }, () => give(ceremony, 'AAAA AAAA')));
  expect([countOf(outcomes, 'wrong_code'), countOf(outcomes, 'attempt_expired')]).toEqual([5, 35]);
  await expect(give(ceremony, code)).rejects.toEqual(refused('attempt_expired'));
  expect(await accountsOf(email)).toEqual([]);
});

inAllRun(() => {
  describe('R§10.9 R§10.20 alike', () => {
    test('an e-mail that somebody has is answered, braked and mailed like any other; only the mail says «you have an account»', async () => {
      const person = await world.makePerson();
      const { rowId } = await world.makeAccount();
      const { email: ofAccount } = await world.prisma.account.findFirstOrThrow({ where: { rowId } });
      for (const email of [person.email, ofAccount, fresh()]) {
        const count = async () => [await world.prisma.brake.count(), await world.prisma.ceremony.count()] as const;
        const [brakes, attempts] = await count();
        const answer = await ask(email);
        const after = await count();
        expect([Object.keys(answer), answer.ceremony.length]).toEqual([['ceremony'], 32]);
        expect([after[0] - brakes, after[1] - attempts]).toEqual([2, 1]);
        await until(() => mailServer.received.some(({ to }) => to.includes(email)));
        await expect(give(answer.ceremony, 'AAAA AAAA')).rejects.toEqual(refused('wrong_code'));
      }
      expect(await mailedTo(person.email, /You sign in there with this e-mail already/)).not.toBe('');
      expect(await mailedTo(ofAccount, /Ask your provider to invite you/)).not.toBe('');
      expect(mailServer.received.map(({ to }) => to.length)).toEqual([1, 1, 1]);
    });

    test('while the mail server is out of reach both meet the same refusal, and the try is given back', async () => {
      const away: People = { ...people, mailer: smtpMailer('smtp://127.0.0.1:1', 'goal@example.com') };
      for (const email of [(await world.makePerson()).email, fresh()]) {
        for (let tries = 0; tries < 7; tries += 1)
          await expect(askToSignUp(world.core, away, visitor(), { email })).rejects.toEqual(refused('mail_not_sent'));
        expect(await ask(email)).toHaveProperty('ceremony');
      }
    });
  });
});

describe('R§10.8 R§10.20 brakes', () => {
  inAllRun(() => {
    test('of 20 asks at once for one e-mail 5 are answered, whoever has it', async () => {
      for (const email of [(await world.makePerson()).email, fresh()]) {
        const outcomes = await outcomesOf(Array.from({ length: 20 }, () => ask(email)));
        expect([countOf(outcomes, 'done'), countOf(outcomes, 'rate_limited')]).toEqual([5, 15]);
      }
    });

    test('an address makes a bounded number of accounts: a code that was right gives no try of it back', async () => {
      const from = visitor();
      const { ceremony, code } = await asked();
      await world.prisma.brake.deleteMany();
      await give(ceremony, code, from);
      // The brakes of the address, of the service, and of sessions.
      const { _sum: spent } = await world.prisma.brake.aggregate({ _sum: { spent: true } });
      expect(spent).toEqual({ spent: 3 });
      const next = await asked();
      await world.prisma.$executeRaw`UPDATE brake SET spent = 100`;
      await expect(give(next.ceremony, next.code, from)).rejects.toEqual(refused('rate_limited'));
      await expect(ask(fresh(), from)).rejects.toEqual(refused('rate_limited'));
    });
  });

  test('R§10.42 the whole service makes a hundred accounts an hour, from whatever addresses; a code that came too early works later', async () => {
    await world.prisma.brake.deleteMany();
    const first = await asked();
    await give(first.ceremony, first.code);
    const spend = (spent: number) =>
      world.prisma
        .$executeRaw`UPDATE brake SET spent = ${spent}, at = clock_timestamp() WHERE subject = sha256('sign_up the service')`;
    expect(await spend(100)).toBe(1);
    const { email, ceremony, code } = await asked();
    const from = visitor();
    await expect(give(ceremony, code, from)).rejects.toEqual(refused('rate_limited'));
    expect(await accountsOf(email)).toEqual([]);
    expect(await world.prisma.person.count({ where: { email } })).toBe(0);
    await spend(99);
    await give(ceremony, code, from);
    expect(await accountsOf(email)).toHaveLength(1);
    await world.prisma.brake.deleteMany();
  });
});

test('R§10.20 nobody signs up where it is off, without a mail server, or while the free plan has no hard limit', async () => {
  const { ceremony, code } = await asked();
  const isRefused = async (over: Partial<People> = {}): Promise<boolean> => {
    const given = { ...people, ...over };
    const outcomes = await outcomesOf([
      askToSignUp(world.core, given, visitor(), { email: fresh() }),
      ...(given.mailer === undefined ? [] : [signUp(world.core, given, visitor(), { ceremony, code })]),
    ]);
    return outcomes.every((one) => one === 'not_found');
  };
  expect(await isRefused({ signUp: false })).toBe(true);
  expect(await isRefused({ mailer: undefined })).toBe(true);
  expect(await getWaysToSignIn(world.core, people)).toMatchObject({
    sign_up: true,
    free: { sites: 1, hard_limit_events: 30_000 },
  });
  await setLimit(null);
  expect(await isRefused()).toBe(true);
  expect(await getWaysToSignIn(world.core, people)).toMatchObject({ sign_up: false, free: null });
  await setLimit(30_000);
  expect(await give(ceremony, code)).toHaveProperty('token');
});

test('R§10.47 somebody who is signed in and a member of no account makes one free account, where anybody may sign up', async () => {
  const { email, ceremony, code } = await asked();
  const session = await world.sessionOf((await give(ceremony, code)).token);
  const make = (over: Partial<People> = {}) => makeOwnAccount(world.core, { ...people, ...over }, session);
  await expect(make()).rejects.toEqual(refused('already_member'));
  const { personRowId } = await world.prisma.membership.findFirstOrThrow({ where: { person: { email } } });
  await world.prisma.membership.deleteMany({ where: { personRowId } });
  await expect(make()).rejects.toEqual(refused('account_exists'));
  await world.prisma.account.delete({ where: { email } });
  await world.prisma.person.update({ where: { email }, data: { emailProvenAt: null } });
  await expect(make()).rejects.toEqual(refused('email_unproven'));
  await world.prisma.person.update({ where: { email }, data: { emailProvenAt: new Date() } });
  await expect(make({ signUp: false })).rejects.toEqual(refused('not_found'));
  const made = await outcomesOf([make(), make(), make()]);
  expect(made.filter((one) => one === 'already_member')).toHaveLength(2);
  expect(await accountsOf(email)).toMatchObject([{ planSlug: 'free', memberships: [{ role: 'owner' }] }]);
  expect((await world.actionsOf({ email })).slice(-2)).toEqual(['account.create', 'member.join']);

  // What was made gives no try back.
  await world.prisma.membership.deleteMany({ where: { personRowId } });
  await world.prisma.account.delete({ where: { email } });
  await world.prisma.$executeRaw`UPDATE brake SET spent = 100`;
  await expect(make()).rejects.toEqual(refused('rate_limited'));
});
