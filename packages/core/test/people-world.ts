import { createHash, randomUUID } from 'node:crypto';

import { DomainError, type ErrorCode, type Role, type SignInWay } from '@goal/contract';
import { transaction } from '@goal/db';
import { cheapCost } from '@goal/db/testing';
import { Secret, TOTP } from 'otpauth';

import { authenticateSession } from '../src/credential/authenticate.ts';
import { openCredentials } from '../src/credential/credentials.ts';
import type { SessionCredential } from '../src/credential/credential.ts';
import { openPeople, type People } from '../src/person/people.ts';
import type { PersonRef, Visitor } from '../src/person/person.ts';
import { beginSession } from '../src/sign-in/ways/session.ts';
import { beginTotp, finishTotp } from '../src/sign-in/ways/totp.ts';
import { coreOf } from './core-of.ts';
import { openWorld } from './event-world.ts';

/** What people's verbs need, with passwords that cost little to hash. */
export function testPeople(over: Partial<People> = {}): People {
  const opened = openPeople({
    passwordCost: cheapCost,
    secrets: ['a password of the tests, 32 characters'],
    dashboardUrl: 'http://localhost:3001',
    mailer: undefined,
    onMailFailure: () => {},
    signIn: 'all',
  });
  return { ...opened, ...over };
}

/** An address that no other visitor has, so that visitors share no brake. */
export const visitor = (): Visitor => ({
  address: `2001:db8:${randomUUID().slice(9, 18).replace('-', ':')}::1`,
  userAgent: 'a browser',
});

export const password = 'correct horse battery';

/** A database of people, with shortcuts for what they have and do. */
export async function openPeopleWorld() {
  const world = await openWorld();
  const core = coreOf(world);
  const people = testPeople();
  const { prisma } = core.db;
  const hash = await people.passwords.hash('entry', password);

  /** Makes a person, with `password` unless it says otherwise. */
  const makePerson = ({ hasPassword = true, isProven = false } = {}): Promise<PersonRef & { id: string }> =>
    prisma.person.create({
      data: {
        email: `${randomUUID()}@example.com`,
        ...(hasPassword ? { password: hash, passwordAt: new Date() } : {}),
        ...(isProven ? { emailProvenAt: new Date() } : {}),
      },
    });

  /** The session behind a token, as a door finds it. */
  const sessionOf = (token: string): Promise<SessionCredential> =>
    authenticateSession({ credentials: openCredentials(core.db), uses: core.uses }, `Bearer ${token}`);

  /** Begins a session, and returns its token. */
  const signInAs = (person: PersonRef, how: SignInWay = 'password') =>
    transaction(core.db, (tx) => beginSession(tx, { person, how, visitor: visitor() }));

  const signIn = async (person: PersonRef): Promise<SessionCredential> => sessionOf((await signInAs(person)).token);

  /** Turns the second factor on. Returns its codes at steps from now, and its recovery codes. */
  const turnOn = async (session: SessionCredential) => {
    const { secret } = await beginTotp(core, people, session);
    const codeAt = (steps: number): string => totpCode(secret, steps);
    const { recovery_codes: recoveryCodes } = await finishTotp(core, people, session, codeAt(0));
    // The step that turned it on has counted; a test begins with a step that has not.
    await prisma.person.update({ where: { rowId: session.person.rowId }, data: { totpStep: 0 } });
    return { secret, codeAt, recoveryCodes };
  };

  return {
    core,
    people,
    prisma,
    close: () => world.close(),
    makePerson,
    sessionOf,
    signInAs,
    signIn,
    turnOn,
    /** The person's acts, oldest first. */
    async actionsOf({ email }: { email: string }): Promise<string[]> {
      const found = await prisma.action.findMany({ where: { actor: email }, orderBy: { id: 'asc' } });
      return found.map(({ action }) => action);
    },
    async makeAccount(
      members: readonly { person: PersonRef; role: Role }[] = [],
    ): Promise<{ rowId: number; id: string; email: string }> {
      const account = await prisma.account.create({ data: { email: `${randomUUID()}@example.com`, planSlug: 'free' } });
      for (const { person, role } of members)
        await prisma.membership.create({ data: { personRowId: person.rowId, accountRowId: account.rowId, role } });
      return account;
    },
    async addPasskey({ rowId }: PersonRef): Promise<void> {
      await prisma.passkey.create({
        data: {
          personRowId: rowId,
          credentialId: new Uint8Array(createHash('sha256').update(randomUUID()).digest()),
          publicKey: new Uint8Array(1),
          counter: 0,
          name: 'a key',
          backedUp: false,
        },
      });
    },
  };
}
export type PeopleWorld = Awaited<ReturnType<typeof openPeopleWorld>>;

/** The code of an authenticator, that many steps from now. */
export function totpCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** How each of these ended: `done`, or the code of its refusal. Rejects with any other error. */
export async function outcomesOf(
  works: readonly Promise<unknown>[],
): Promise<(ErrorCode | 'invalid_field' | 'done')[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (one.reason instanceof DomainError) return one.reason.code;
    throw one.reason;
  });
}

export const countOf = (outcomes: readonly string[], outcome: string): number =>
  outcomes.filter((one) => one === outcome).length;
