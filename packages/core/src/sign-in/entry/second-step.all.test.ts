import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { countOf, openPeopleWorld, outcomesOf, visitor, type PeopleWorld } from '../../../test/people-world.ts';
import { openCeremony } from '../ceremony.ts';
import { removePassword, setPassword } from '../ways/change-password.ts';
import type { PersonRef } from '../../person/person.ts';
import { removeTotp } from '../ways/totp.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { signInBySecondFactor } from './sign-in-by-password.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

const refused = (code: string) => expect.objectContaining({ code });
const give = (ceremony: string, code: string, people = world.people) =>
  signInBySecondFactor(world.core, people, visitor(), { ceremony, code });

/** The attempt after a first step that succeeded. */
async function attemptOf(person: PersonRef, how: 'password' | 'code' = 'password'): Promise<string> {
  const step = await finishSignIn(world.core, { person, how, visitor: visitor() });
  if (!('ceremony' in step)) throw new Error('it asks for no second factor');
  return step.ceremony;
}

/** A person whose second factor is on. */
async function guarded() {
  const person = await world.makePerson({ isProven: true });
  const session = await world.signIn(person);
  return { person, session, ...(await world.turnOn(session)) };
}

describe('R§10.10 which way asks for the second factor', () => {
  test.each(['password', 'code', 'invitation', 'reset'] as const)('%s asks for it', async (how) => {
    const { person } = await guarded();
    const step = await finishSignIn(world.core, { person, how, visitor: visitor() });
    expect(step).toEqual({ next: 'second_factor', ceremony: expect.any(String) });
  });

  test.each(['passkey', 'sso'] as const)('R§10.24 %s stands for it', async (how) => {
    const { person } = await guarded();
    const step = await finishSignIn(world.core, { person, how, visitor: visitor() });
    expect(step).toEqual({ token: expect.any(String), expires_at: expect.any(String) });
  });

  test('a person without one is signed in by any way', async () => {
    const person = await world.makePerson();
    expect('token' in (await finishSignIn(world.core, { person, how: 'code', visitor: visitor() }))).toBe(true);
  });

  test('what the first step judges in the same transaction decides, and a refusal begins nothing', async () => {
    const person = await world.makePerson();
    const judge = () => Promise.reject(new Error('refused'));
    const step = finishSignIn(world.core, { person, how: 'code', visitor: visitor() }, judge);
    await expect(step).rejects.toThrow('refused');
    expect(await world.prisma.session.count({ where: { personRowId: person.rowId } })).toBe(0);
  });
});

describe('R§10.12 a code counts once', () => {
  test('a code that signed in is refused, and so is one of an earlier step', async () => {
    const { person, codeAt } = await guarded();
    // Made once: a step of time may end during the test.
    const [code, earlier] = [codeAt(0), codeAt(-1)];
    const { token } = await give(await attemptOf(person), code);
    expect(await world.sessionOf(token)).toMatchObject({ how: 'password', person: { hasSecondFactor: true } });
    await expect(give(await attemptOf(person), code)).rejects.toEqual(refused('wrong_code'));
    await expect(give(await attemptOf(person), earlier)).rejects.toEqual(refused('wrong_code'));
  });

  test('the same code ten times at once signs in once', async () => {
    const { person, codeAt } = await guarded();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => attemptOf(person)));
    const code = codeAt(0);
    const outcomes = await outcomesOf(attempts.map((attempt) => give(attempt, code)));
    expect([countOf(outcomes, 'done'), countOf(outcomes, 'wrong_code')]).toEqual([1, 9]);
  });

  test('a recovery code signs in once, also ten times at once, and is recorded', async () => {
    const { person, recoveryCodes, prisma } = { ...(await guarded()), prisma: world.prisma };
    const [code = ''] = recoveryCodes;
    const attempts = await Promise.all(Array.from({ length: 10 }, () => attemptOf(person)));
    const outcomes = await outcomesOf(attempts.map((attempt) => give(attempt, code)));
    expect([countOf(outcomes, 'done'), countOf(outcomes, 'wrong_code')]).toEqual([1, 9]);
    expect(countOf(await world.actionsOf(person), 'recovery_code.use')).toBe(1);
    expect(await prisma.mail.count({ where: { personRowId: person.rowId, kind: 'recovery_code' } })).toBe(1);
    expect(await prisma.recoveryCode.count({ where: { personRowId: person.rowId, usedAt: null } })).toBe(9);
  });

  test('a recovery code may be typed in lower case and with hyphens; another person’s is wrong', async () => {
    const { person, recoveryCodes } = await guarded();
    const other = await guarded();
    const [first = '', second = ''] = recoveryCodes;
    await expect(give(await attemptOf(other.person), first)).rejects.toEqual(refused('wrong_code'));
    const typed = `${second.slice(0, 5)}-${second.slice(5)} `.toLowerCase();
    expect(await give(await attemptOf(person), typed)).toHaveProperty('token');
  });
});

describe('R§10.8 guesses at the second factor', () => {
  test('of 40 at once 10 are judged, in attempts of their own', async () => {
    const { person, recoveryCodes } = await guarded();
    const attempts = await Promise.all(Array.from({ length: 40 }, () => attemptOf(person)));
    const outcomes = await outcomesOf(attempts.map((attempt) => give(attempt, 'wrong')));
    expect([countOf(outcomes, 'wrong_code'), countOf(outcomes, 'rate_limited')]).toEqual([10, 30]);
    // The right one comes too late, and the attempt is still there once there are tries again.
    const [attempt = ''] = attempts;
    const [code = ''] = recoveryCodes;
    await expect(give(attempt, code)).rejects.toEqual(refused('rate_limited'));
    await world.prisma.$executeRaw`UPDATE brake SET at = at - interval '1 hour'`;
    expect(await give(attempt, code)).toHaveProperty('token');
  });

  test('a wrong code leaves the attempt for the next try, and no new attempt brings more tries', async () => {
    const { person, codeAt } = await guarded();
    const attempt = await attemptOf(person);
    for (let tries = 0; tries < 9; tries += 1)
      await expect(give(attempt, 'wrong')).rejects.toEqual(refused('wrong_code'));
    await expect(give(await attemptOf(person), 'wrong')).rejects.toEqual(refused('wrong_code'));
    for (const one of [attempt, await attemptOf(person)])
      await expect(give(one, codeAt(0))).rejects.toEqual(refused('rate_limited'));
    expect(countOf(await world.actionsOf(person), 'sign_in.refused')).toBe(1);
  });

  test('of ten answers to one attempt at once each is judged alone, and the right one signs in', async () => {
    const { person, codeAt } = await guarded();
    const attempt = await attemptOf(person);
    const outcomes = await outcomesOf(Array.from({ length: 10 }, () => give(attempt, codeAt(0))));
    expect([countOf(outcomes, 'done'), countOf(outcomes, 'attempt_expired')]).toEqual([1, 9]);
  });

  test('a right code gives its try back', async () => {
    const { person, codeAt } = await guarded();
    await world.prisma.brake.deleteMany();
    await give(await attemptOf(person), codeAt(0));
    const brakes = await world.prisma.brake.findMany({ orderBy: { spent: 'asc' } });
    // The last one counts sessions that begin, and gives nothing back.
    expect(brakes.slice(0, -1).map(({ spent }) => Math.round(spent))).toEqual([0, 0]);
  });

  test('a recovery code that begins too many sessions is not used up, and its attempt stays', async () => {
    const { person, recoveryCodes } = await guarded();
    const [first = '', second = ''] = recoveryCodes;
    await world.prisma.brake.deleteMany();
    await give(await attemptOf(person), first);
    await world.prisma.$executeRaw`UPDATE brake SET spent = 60, at = now() WHERE spent > 0`;
    const attempt = await attemptOf(person);
    await expect(give(attempt, second)).rejects.toEqual(refused('rate_limited'));
    await world.prisma.$executeRaw`UPDATE brake SET at = at - interval '1 minute'`;
    expect(await give(attempt, second)).toHaveProperty('token');
  });
});

describe('R§10.8 an attempt', () => {
  const expired = refused('attempt_expired');

  test('that is unknown, of another kind or over is refused', async () => {
    const { person, codeAt } = await guarded();
    await expect(give('unknown', codeAt(0))).rejects.toEqual(expired);
    const data = { how: 'password', email: person.email, passwordAt: null };
    const other = await openCeremony(world.core, { kind: 'code_entry', personRowId: person.rowId, data });
    await expect(give(other, codeAt(0))).rejects.toEqual(expired);
    const attempt = await attemptOf(person);
    await world.prisma.ceremony.updateMany({ data: { expiresAt: new Date() } });
    await expect(give(attempt, codeAt(0))).rejects.toEqual(expired);
  });

  test('lives no longer because of a wrong code', async () => {
    const { person } = await guarded();
    await world.prisma.ceremony.deleteMany();
    const attempt = await attemptOf(person);
    const end = async () => (await world.prisma.ceremony.findFirstOrThrow()).expiresAt;
    const before = await end();
    await outcomesOf([give(attempt, 'wrong')]);
    expect(await end()).toEqual(before);
  });

  test('ends when the password changes, goes, or the second factor is turned off', async () => {
    for (const change of [
      async ({ session }: Guarded) => setPassword(world.core, world.people, session, 'another long password'),
      async ({ session, person }: Guarded) => {
        await world.addPasskey(person);
        await removePassword(world.core, world.people, session);
      },
      async ({ session }: Guarded) => removeTotp(world.core, session),
    ]) {
      const one = await guarded();
      const attempt = await attemptOf(one.person);
      await change(one);
      await expect(give(attempt, one.codeAt(0))).rejects.toEqual(expired);
    }
  });
  type Guarded = Awaited<ReturnType<typeof guarded>>;
});

test('R§10.12 a secret that an older key sealed is sealed again when it is used', async () => {
  const { person, codeAt, recoveryCodes } = await guarded();
  const newest = new Uint8Array(32).fill(7);
  const exchanging = { ...world.people, factorKeys: [newest, ...world.people.factorKeys] };
  await give(await attemptOf(person), codeAt(0), exchanging);
  const exchanged = { ...world.people, factorKeys: [newest] };
  expect(await give(await attemptOf(person), codeAt(1), exchanged)).toHaveProperty('token');
  const [code = ''] = recoveryCodes;
  expect(await give(await attemptOf(person), code, exchanged)).toHaveProperty('token');
});
