import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openPeopleWorld, outcomesOf, totpCode, visitor, type PeopleWorld } from '../../../test/people-world.ts';
import { finishSignIn } from '../entry/finish-sign-in.ts';
import { signInBySecondFactor } from '../entry/sign-in-by-password.ts';
import { getPerson } from '../../person/get-person.ts';
import type { PersonRef } from '../../person/person.ts';
import { beginTotp, finishTotp, removeTotp, renewRecoveryCodes } from './totp.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

const refused = (code: string) => expect.objectContaining({ code });
type Session = Awaited<ReturnType<PeopleWorld['signIn']>>;
const begin = (session: Session) => beginTotp(world.core, world.people, session);
const finish = (session: Session, code: string) => finishTotp(world.core, world.people, session, code);
const signedIn = async () => world.signIn(await world.makePerson({ isProven: true }));
const waysOf = async (session: Session) => (await getPerson(world.core, world.people, session)).ways;

/** Signs in with this code as the second step. */
async function enter(person: PersonRef, code: string): Promise<unknown> {
  const step = await finishSignIn(world.core, { person, how: 'password', visitor: visitor() });
  if (!('ceremony' in step)) return 'no second factor';
  return signInBySecondFactor(world.core, world.people, visitor(), { ceremony: step.ceremony, code });
}

describe('R§10.12 turning the second factor on', () => {
  test('wants a code of the new secret, and answers ten recovery codes of 10 characters', async () => {
    const session = await signedIn();
    const { secret, uri } = await begin(session);
    expect(uri).toContain(secret);
    expect(await waysOf(session)).toMatchObject({ totp_at: null, recovery_codes_left: 0 });
    await expect(finish(session, 'wrong')).rejects.toEqual(refused('wrong_code'));
    const { recovery_codes: codes } = await finish(session, totpCode(secret));
    expect(new Set(codes).size).toBe(10);
    expect(codes.filter((code) => !/^[0-9A-Z]{10}$/.test(code))).toEqual([]);
    expect(await waysOf(session)).toMatchObject({ totp_at: expect.any(String), recovery_codes_left: 10 });
    expect(await world.actionsOf(session.person)).toContain('second_factor.on');
  });

  test('counts the code that turned it on, so it does not sign in as well', async () => {
    const session = await signedIn();
    const code = totpCode((await begin(session)).secret);
    await finish(session, code);
    await expect(enter(session.person, code)).rejects.toEqual(refused('wrong_code'));
  });

  test('happens once, also when the code comes ten times at once', async () => {
    const session = await signedIn();
    const code = totpCode((await begin(session)).secret);
    const outcomes = await outcomesOf(Array.from({ length: 10 }, () => finish(session, code)));
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('attempt_expired'), 'done']);
  });

  test('belongs to the session that began it, and expires', async () => {
    const person = await world.makePerson();
    const [own, other] = [await world.signIn(person), await world.signIn(person)];
    const code = totpCode((await begin(own)).secret);
    await expect(finish(other, code)).rejects.toEqual(refused('attempt_expired'));
    await world.prisma.ceremony.updateMany({ where: { personRowId: person.rowId }, data: { expiresAt: new Date() } });
    await expect(finish(own, code)).rejects.toEqual(refused('attempt_expired'));
  });

  test('replaces the secret that was begun before', async () => {
    const session = await signedIn();
    const before = await begin(session);
    const { secret } = await begin(session);
    await expect(finish(session, totpCode(before.secret))).rejects.toEqual(refused('wrong_code'));
    await finish(session, totpCode(secret));
  });

  test('replaces the second factor that is on, with its recovery codes, once the new one is proven', async () => {
    const session = await signedIn();
    const before = await world.turnOn(session);
    const { secret } = await begin(session);
    expect(await enter(session.person, before.codeAt(0))).toHaveProperty('token');
    await finish(session, totpCode(secret));
    const [old = ''] = before.recoveryCodes;
    await expect(enter(session.person, old)).rejects.toEqual(refused('wrong_code'));
    await expect(enter(session.person, before.codeAt(1))).rejects.toEqual(refused('wrong_code'));
    expect(await enter(session.person, totpCode(secret, 1))).toHaveProperty('token');
  });

  test('leaves neither the secret nor a recovery code in the database', async () => {
    const session = await signedIn();
    const { secret } = await begin(session);
    const texts = async (): Promise<string> => {
      const tables = ['person', 'ceremony', 'recovery_code', 'action'];
      const found = await Promise.all(
        tables.map((table) => world.core.db.work.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)),
      );
      return found.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
    };
    expect(await texts()).not.toContain(secret);
    const { recovery_codes: codes } = await finish(session, totpCode(secret));
    const stored = await texts();
    for (const hidden of [secret, ...codes]) expect(stored).not.toContain(hidden);
  });
});

describe('R§10.12 turning the second factor off', () => {
  test('lets the first step sign in, removes the recovery codes, and is recorded and told once', async () => {
    const session = await signedIn();
    await world.turnOn(session);
    await removeTotp(world.core, session);
    await removeTotp(world.core, session);
    expect(await waysOf(session)).toMatchObject({ totp_at: null, recovery_codes_left: 0 });
    expect(await enter(session.person, 'none')).toBe('no second factor');
    const acts = await world.actionsOf(session.person);
    expect(acts.filter((act) => act === 'second_factor.off')).toHaveLength(1);
    const told = { personRowId: session.person.rowId, kind: 'second_factor_off' };
    expect(await world.prisma.mail.count({ where: told })).toBe(1);
  });
});

describe('R§10.12 new recovery codes', () => {
  test('void the old ones', async () => {
    const session = await signedIn();
    const { recoveryCodes } = await world.turnOn(session);
    const { recovery_codes: codes } = await renewRecoveryCodes(world.core, world.people, session);
    const [[old = ''], [renewed = '']] = [recoveryCodes, codes];
    await expect(enter(session.person, old)).rejects.toEqual(refused('wrong_code'));
    expect(await enter(session.person, renewed)).toHaveProperty('token');
    expect(await waysOf(session)).toMatchObject({ recovery_codes_left: 9 });
  });

  test('are not found without a second factor', async () => {
    const renewing = renewRecoveryCodes(world.core, world.people, await signedIn());
    await expect(renewing).rejects.toEqual(refused('not_found'));
  });
});
