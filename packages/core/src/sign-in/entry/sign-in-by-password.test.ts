import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  countOf,
  openPeopleWorld,
  outcomesOf,
  password,
  testPeople,
  visitor,
  type PeopleWorld,
} from '../../../test/people-world.ts';
import { setPassword } from '../ways/change-password.ts';
import { signInByPassword, signInBySecondFactor } from './sign-in-by-password.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

const enter = (email: string, typed = password, from = visitor(), people = world.people) =>
  signInByPassword(world.core, people, from, { email, password: typed });
const refused = (code: string) => expect.objectContaining({ code });

test('R§10.10 R§10.4 the right password begins a session of 30 days, which is recorded', async () => {
  const person = await world.makePerson();
  const began = await enter(person.email);
  if (!('token' in began)) throw new Error('it asks for a second factor');
  const session = await world.sessionOf(began.token);
  expect(session).toMatchObject({
    how: 'password',
    isConfirmed: true,
    person: { id: person.id, hasSecondFactor: false },
  });
  const days = (Date.parse(began.expires_at) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(await world.actionsOf(person)).toEqual(['session.begin']);
});

describe('R§10.9 alike', () => {
  test('a wrong password, an unknown e-mail and a person without a password meet the same words after as many hashes', async () => {
    const person = await world.makePerson();
    const without = await world.makePerson({ hasPassword: false });
    for (const email of [person.email, without.email, 'nobody@example.com']) {
      const before = world.people.passwords.hashed;
      await expect(enter(email, 'another password')).rejects.toEqual(refused('wrong_password'));
      expect([email, world.people.passwords.hashed - before]).toEqual([email, 1]);
    }
  });

  test('they spend the same brakes', async () => {
    const person = await world.makePerson();
    const spentBy = async (email: string): Promise<number> => {
      const count = () => world.prisma.brake.count();
      const before = await count();
      await outcomesOf([enter(email, 'another password')]);
      return (await count()) - before;
    };
    expect(await spentBy(person.email)).toBe(3);
    expect(await spentBy('nobody-else@example.com')).toBe(3);
  });
});

describe('R§10.8 brakes', () => {
  const spentTries = async (): Promise<number[]> =>
    (await world.prisma.brake.findMany({ orderBy: { spent: 'asc' } })).map(({ spent }) => Math.round(spent));

  test('of 40 guesses at once for one e-mail 10 are judged, known or not, from wherever they come', async () => {
    const person = await world.makePerson();
    for (const email of [person.email, 'nobody-knows@example.com']) {
      const before = world.people.passwords.hashed;
      const outcomes = await outcomesOf(Array.from({ length: 40 }, () => enter(email, 'another password')));
      expect([countOf(outcomes, 'wrong_password'), countOf(outcomes, 'rate_limited')]).toEqual([10, 30]);
      expect(world.people.passwords.hashed - before).toBe(10);
    }
    await expect(enter(person.email)).rejects.toEqual(refused('rate_limited'));
  });

  test('an address has 100 tries, whatever the e-mails, and an IPv6 address is its /64', async () => {
    await world.prisma.brake.deleteMany();
    await outcomesOf([enter('first@example.com', 'x', { address: '2001:db8::1', userAgent: undefined })]);
    await world.prisma.brake.updateMany({ data: { spent: 95 } });
    const guesses = Array.from({ length: 20 }, (_, n) =>
      enter(`guess-${n}@example.com`, 'x', { address: `2001:db8::${n.toString(16)}:1`, userAgent: undefined }),
    );
    const outcomes = await outcomesOf(guesses);
    expect([countOf(outcomes, 'wrong_password'), countOf(outcomes, 'rate_limited')]).toEqual([5, 15]);
    const elsewhere = { address: '2001:db8:0:1::1', userAgent: undefined };
    expect(await outcomesOf([enter('first-elsewhere@example.com', 'x', elsewhere)])).toEqual(['wrong_password']);
  });

  test('what succeeds is given back, and a refusal is not', async () => {
    await world.prisma.brake.deleteMany();
    const person = await world.makePerson();
    const from = visitor();
    for (let times = 0; times < 15; times += 1) await enter(person.email, password, from);
    // The brake on sessions that begin gives nothing back, and is the last one.
    expect((await spentTries()).slice(0, -1)).toEqual([0, 0]);
    await outcomesOf([enter(person.email, 'another password', from)]);
    expect((await spentTries()).slice(0, -1)).toEqual([1, 1, 1]);
  });

  test('a right password that begins too many sessions costs no try, and a wrong one still does', async () => {
    await world.prisma.brake.deleteMany();
    const person = await world.makePerson();
    const from = visitor();
    await enter(person.email, password, from);
    await world.prisma.$executeRaw`UPDATE brake SET spent = 1000, at = now() WHERE spent > 0`;
    const before = (await world.actionsOf(person)).length;
    for (let times = 0; times < 15; times += 1)
      await expect(enter(person.email, password, from)).rejects.toEqual(refused('rate_limited'));
    expect(await spentTries()).toEqual([0, 0, 1000]);
    expect(await world.actionsOf(person)).toHaveLength(before);
    await expect(enter(person.email, 'another password', from)).rejects.toEqual(refused('wrong_password'));
    expect(await spentTries()).toEqual([1, 1, 1, 1000]);
  });

  test('a try that was not judged, because too many passwords wait, is given back', async () => {
    await world.prisma.brake.deleteMany();
    const busy = testPeople();
    vi.spyOn(busy.passwords, 'isRight').mockRejectedValue(new Error('too many passwords wait'));
    await expect(enter('waits@example.com', 'x', visitor(), busy)).rejects.toThrow('too many passwords wait');
    const brakes = await world.prisma.brake.findMany();
    expect(brakes.map(({ spent }) => Math.round(spent))).toEqual([0, 0]);
  });
});

test('R§10.8 R§10.17 a refusal that cannot be recorded is a refusal, and its tries stay spent', async () => {
  await world.prisma.brake.deleteMany();
  const person = await world.makePerson();
  await world.prisma.$executeRaw`ALTER TABLE action RENAME TO action_away`;
  try {
    await expect(enter(person.email, 'another password')).rejects.toEqual(refused('wrong_password'));
  } finally {
    await world.prisma.$executeRaw`ALTER TABLE action_away RENAME TO action`;
  }
  const brakes = await world.prisma.brake.findMany();
  expect(brakes.map(({ spent }) => Math.round(spent))).toEqual([1, 1]);
});

test('R§10.17 a refused sign-in is recorded at most once a person and hour, and never for an unknown e-mail', async () => {
  const person = await world.makePerson();
  await outcomesOf([1, 2, 3].map(() => enter(person.email, 'another password')));
  await outcomesOf([enter('nobody-recorded@example.com', 'another password')]);
  expect(await world.actionsOf(person)).toEqual(['sign_in.refused']);
  expect(await world.actionsOf({ email: 'nobody-recorded@example.com' })).toEqual([]);
  await world.prisma.$executeRaw`UPDATE brake SET at = at - interval '1 hour'`;
  await outcomesOf([enter(person.email, 'another password')]);
  expect(await world.actionsOf(person)).toEqual(['sign_in.refused', 'sign_in.refused']);
});

test('R§10.4 a password that changes while the old one is being judged begins no session with the old one', async () => {
  const person = await world.makePerson();
  const session = await world.signIn(person);
  const people = testPeople();
  const judge = people.passwords.isRight.bind(people.passwords);
  vi.spyOn(people.passwords, 'isRight').mockImplementation(async (...judged) => {
    const isRight = await judge(...judged);
    await setPassword(world.core, world.people, session, 'another long password');
    return isRight;
  });
  await expect(enter(person.email, password, visitor(), people)).rejects.toEqual(refused('wrong_password'));
  expect('token' in (await enter(person.email, 'another long password'))).toBe(true);
});

test('R§10.9 a right password that the deletion of its person overtakes is refused as for an unknown e-mail', async () => {
  const person = await world.makePerson();
  const people = testPeople();
  const judge = people.passwords.isRight.bind(people.passwords);
  vi.spyOn(people.passwords, 'isRight').mockImplementation(async (...judged) => {
    const isRight = await judge(...judged);
    await world.prisma.person.delete({ where: { rowId: person.rowId } });
    return isRight;
  });
  await expect(enter(person.email, password, visitor(), people)).rejects.toEqual(refused('wrong_password'));
});

test('R§10.10 with SIGN_IN=sso there is no entry by password or second factor', async () => {
  const people = testPeople({ signIn: 'sso' });
  const person = await world.makePerson();
  const second = () => signInBySecondFactor(world.core, people, visitor(), { ceremony: 'x', code: '123456' });
  await expect(enter(person.email, password, visitor(), people)).rejects.toEqual(refused('not_found'));
  await expect(second()).rejects.toEqual(refused('not_found'));
});
