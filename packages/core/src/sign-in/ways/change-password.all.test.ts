import { transaction } from '@goal/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  countOf,
  openPeopleWorld,
  outcomesOf,
  password,
  testPeople,
  visitor,
  type PeopleWorld,
} from '../../../test/people-world.ts';
import { signInByPassword } from '../entry/sign-in-by-password.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { changePerson, judgeWayStays } from '../../person/change-person.ts';
import { confirmByPassword, removePassword, setPassword } from './change-password.ts';
import type { PersonRef } from '../../person/person.ts';
import { openSso } from '../sso/single-sign-on.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

const refused = (code: string) => expect.objectContaining({ code });
const enter = ({ email }: PersonRef, typed: string) =>
  signInByPassword(world.core, world.people, visitor(), { email, password: typed });
const isOpen = (session: { prefix: string }): Promise<boolean> =>
  world.prisma.session.findFirstOrThrow({ where: { prefix: session.prefix } }).then((row) => row.endedAt === null);
const newPassword = 'another long password';

describe('R§10.4 a new password', () => {
  test('ends the person’s other sessions and no one else’s, and is recorded', async () => {
    const person = await world.makePerson();
    const [own, other, foreign] = [
      await world.signIn(person),
      await world.signIn(person),
      await world.signIn(await world.makePerson()),
    ];
    await setPassword(world.core, world.people, own, newPassword);
    expect([await isOpen(own), await isOpen(other), await isOpen(foreign)]).toEqual([true, false, true]);
    await expect(enter(person, password)).rejects.toEqual(refused('wrong_password'));
    expect(await enter(person, newPassword)).toHaveProperty('token');
    expect(await world.actionsOf(person)).toContain('password.set');
  });

  test('R§10.11 is judged by the rules, also by the person’s own e-mail', async () => {
    const person = await world.makePerson();
    const session = await world.signIn(person);
    const set = (typed: string) => setPassword(world.core, world.people, session, typed);
    await expect(set('short')).rejects.toEqual(refused('password_too_short'));
    await expect(set('ab'.repeat(101))).rejects.toEqual(refused('password_too_long'));
    await expect(set(person.email)).rejects.toEqual(refused('password_too_easy'));
    expect(await enter(person, password)).toHaveProperty('token');
  });

  test('is stored as a hash alone', async () => {
    const person = await world.makePerson();
    await setPassword(world.core, world.people, await world.signIn(person), newPassword);
    const row = await world.prisma.person.findFirstOrThrow({ where: { rowId: person.rowId } });
    expect(row.password).toMatch(/^\$scrypt\$/);
    expect(
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(newPassword);
  });
});

describe('R§10.10 a person keeps at least one way to sign in', () => {
  const mailer: Mailer = { send: () => Promise.resolve(), verify: () => Promise.resolve(), close: () => {} };
  const remove = async (person: PersonRef, people = world.people) =>
    removePassword(world.core, people, await world.signIn(person));

  test('the only password stays', async () => {
    const person = await world.makePerson({ isProven: true });
    await expect(remove(person)).rejects.toEqual(refused('last_way_in'));
    expect(await enter(person, password)).toHaveProperty('token');
  });

  test('a mail server is a way for a proven e-mail alone', async () => {
    const withMail = testPeople({ mailer });
    await expect(remove(await world.makePerson(), withMail)).rejects.toEqual(refused('last_way_in'));
    await remove(await world.makePerson({ isProven: true }), withMail);
  });

  test('a passkey or an identity is a way; then the other sessions end, and it is recorded', async () => {
    const sso = openSso({ issuer: 'https://id.example.com', clientId: 'goal', clientSecret: undefined, name: 'it' });
    const people = { ...world.people, sso };
    const [first, second] = [await world.makePerson(), await world.makePerson()];
    await world.addPasskey(first);
    await world.prisma.identity.create({
      data: { issuer: sso.issuer, subject: 'x', personRowId: second.rowId },
    });
    for (const person of [first, second]) {
      const other = await world.signIn(person);
      await remove(person, people);
      expect(await isOpen(other)).toBe(false);
      expect(await world.actionsOf(person)).toContain('password.remove');
      await expect(enter(person, password)).rejects.toEqual(refused('wrong_password'));
    }
  });

  test('of the password and the only passkey, removed at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await world.makePerson();
      await world.addPasskey(person);
      const session = await world.signIn(person);
      const removePasskey = changePerson(world.core, session, async ({ tx }) => {
        await tx.passkey.deleteMany({ where: { personRowId: person.rowId } });
        await judgeWayStays(tx, world.people, person.rowId);
      });
      const outcomes = await outcomesOf([removePassword(world.core, world.people, session), removePasskey]);
      expect(outcomes.toSorted()).toEqual(['done', 'last_way_in']);
    }
  });

  test('without a password there is nothing to remove', async () => {
    const person = await world.makePerson({ hasPassword: false });
    await remove(person);
    expect(await world.actionsOf(person)).not.toContain('password.remove');
  });
});

describe('R§10.15 confirming by password', () => {
  const confirm = async (session: Awaited<ReturnType<PeopleWorld['signIn']>>, typed: string) =>
    confirmByPassword(world.core, world.people, session, { password: typed, visitor: visitor() });
  const stale = async (person: PersonRef) => {
    const session = await world.signIn(person);
    await world.prisma
      .$executeRaw`UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE no = ${session.keyRowId}`;
    return session;
  };
  const isConfirmed = async ({ keyRowId: rowId }: { keyRowId: number }): Promise<boolean> =>
    (await world.prisma.session.findFirstOrThrow({ where: { rowId } })).confirmedAt.getTime() >
    Date.now() - 15 * 60_000;

  test('counts for 15 minutes and for this session alone', async () => {
    const person = await world.makePerson();
    const [own, other] = [await stale(person), await stale(person)];
    const begun = Date.now();
    const { confirmed_until: until } = await confirm(own, password);
    expect(Date.parse(until)).toBeGreaterThan(begun + 15 * 60_000 - 1000);
    expect(Date.parse(until)).toBeLessThan(Date.now() + 15 * 60_000 + 1000);
    expect([await isConfirmed(own), await isConfirmed(other)]).toEqual([true, false]);
  });

  test('a wrong password, and any password of a person without one, confirm nothing', async () => {
    for (const person of [await world.makePerson(), await world.makePerson({ hasPassword: false })]) {
      const session = await stale(person);
      await expect(confirm(session, newPassword)).rejects.toEqual(refused('wrong_password'));
      expect(await isConfirmed(session)).toBe(false);
    }
  });

  test('R§10.8 guesses spend the brake of a sign-in: 10 in all are judged', async () => {
    const person = await world.makePerson();
    const session = await stale(person);
    for (let guesses = 0; guesses < 4; guesses += 1)
      await expect(confirm(session, newPassword)).rejects.toEqual(refused('wrong_password'));
    const outcomes = await outcomesOf(Array.from({ length: 12 }, () => enter(person, newPassword)));
    expect([countOf(outcomes, 'wrong_password'), countOf(outcomes, 'rate_limited')]).toEqual([6, 6]);
    await expect(confirm(session, password)).rejects.toEqual(refused('rate_limited'));
  });
});

test('R§10.10 with SIGN_IN=sso nobody sets a password or confirms by one, and it can be removed', async () => {
  const people = testPeople({ signIn: 'sso' });
  const person = await world.makePerson();
  await world.addPasskey(person);
  const session = await world.signIn(person);
  await expect(setPassword(world.core, people, session, newPassword)).rejects.toEqual(refused('not_found'));
  const confirming = confirmByPassword(world.core, people, session, { password, visitor: undefined });
  await expect(confirming).rejects.toEqual(refused('not_found'));
  await removePassword(world.core, people, session);
});

test('R§10.4 a person who was deleted meanwhile changes nothing', async () => {
  const person = await world.makePerson();
  const session = await world.signIn(person);
  await transaction(world.core.db, (tx) => tx.person.delete({ where: { rowId: person.rowId } }));
  await expect(setPassword(world.core, world.people, session, newPassword)).rejects.toEqual(refused('invalid_token'));
  await expect(removePassword(world.core, world.people, session)).rejects.toEqual(refused('invalid_token'));
});

test('R§10.28 a password that is replaced or removed is told to a person whose e-mail is proven, and a first one is not', async () => {
  const person = await world.makePerson({ hasPassword: false, isProven: true });
  await world.addPasskey(person);
  const session = await world.signIn(person);
  await setPassword(world.core, world.people, session, password);
  await setPassword(world.core, world.people, session, newPassword);
  await removePassword(world.core, world.people, session);
  const mails = await world.prisma.mail.findMany({
    where: { personRowId: person.rowId },
    select: { kind: true, detail: true },
    orderBy: { rowId: 'asc' },
  });
  expect(mails).toEqual(
    ['changed', 'removed'].map((type) => ({ kind: 'way_removed', detail: { type, named: 'password' } })),
  );
});
