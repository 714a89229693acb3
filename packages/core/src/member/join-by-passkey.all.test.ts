import { fieldError, type JoinInput } from '@goal/contract';
import { transaction } from '@goal/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Authenticator } from '../../test/authenticator.ts';
import { openPeopleWorld, outcomesOf, password, visitor, type PeopleWorld } from '../../test/people-world.ts';
import { signInByPasskey, beginPasskeyEntry } from '../sign-in/entry/prove-by-passkey.ts';
import { getPerson } from '../person/get-person.ts';
import { openReset } from '../sign-in/ways/reset-link.ts';
import { inviteMember } from './invite-member.ts';
import { beginJoinPasskey, getInvitation, joinByLink } from './join-account.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

const actor = { kind: 'cli', name: 'test' } as const;
const newEmail = (): string => `${crypto.randomUUID()}@example.com`;
const begin = (token: string) => beginJoinPasskey(world.core, world.people, { token }, visitor());
const join = (input: JoinInput) => joinByLink(world.core, world.people, input, visitor());
const look = (token: string) => getInvitation(world.core, token);

async function invitation(email = newEmail()) {
  const account = await world.makeAccount();
  const made = await inviteMember(world.core, { actor, account }, { email, role: 'viewer' });
  return { ...made, account, email };
}

async function reset() {
  const person = await world.makePerson({ hasPassword: false });
  return { person, token: await transaction(world.core.db, (tx) => openReset(tx, person)) };
}

/** Begins an attempt by this link, and lets the authenticator make a passkey. */
async function answerOf(token: string, authenticator = new Authenticator()) {
  const { options, ceremony } = await begin(token);
  return { ceremony, name: 'a key', response: authenticator.create(options) };
}

describe.each([
  ['an invitation', async () => (await invitation()).token],
  ['a link that sets a new way in', async () => (await reset()).token],
])('%s', (_, newLink) => {
  test('R§10.3 R§10.10 counts when the passkey is stored: an attempt that is begun, wrong or without any way in leaves it', async () => {
    const token = await newLink();
    await expect(join({ token })).rejects.toEqual(fieldError('password or passkey must be given'));
    await begin(token);
    const forged = await answerOf(token);
    const { response } = await answerOf(token);
    await expect(join({ token, passkey: { ...forged, response } })).rejects.toEqual(
      fieldError('response must be the answer to this attempt'),
    );
    await expect(look(token)).resolves.toBeDefined();

    const authenticator = new Authenticator();
    const passkey = await answerOf(token, authenticator);
    const session = await world.sessionOf((await join({ token, passkey })).token);
    expect((await getPerson(world.core, world.people, session)).ways).toMatchObject({
      any: true,
      password_at: null,
      passkeys: [{ name: 'a key' }],
    });
    await expect(look(token)).rejects.toMatchObject({ code: 'not_found' });
    const entry = await beginPasskeyEntry(world.core, world.people, visitor());
    const began = await signInByPasskey(world.core, world.people, visitor(), {
      ceremony: entry.ceremony,
      response: authenticator.get(entry.options),
    });
    expect((await world.sessionOf(began.token)).person.rowId).toBe(session.person.rowId);
  });

  test('R§10.10 an attempt counts once, for its own link alone', async () => {
    const [token, other] = [await newLink(), await newLink()];
    const passkey = await answerOf(other);
    const expired = { code: 'attempt_expired' };
    await expect(join({ token, passkey })).rejects.toMatchObject(expired);
    await expect(join({ token: other, passkey })).rejects.toMatchObject(expired);
    await expect(look(token)).resolves.toBeDefined();
    await expect(look(other)).resolves.toBeDefined();
  });

  test('R§10.3 of eight passkeys that come at once by one link one is stored', async () => {
    const token = await newLink();
    const answers = await Promise.all(Array.from({ length: 8 }, () => answerOf(token)));
    const outcomes = await outcomesOf(answers.map((passkey) => join({ token, passkey })));
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    const stored = await world.prisma.passkey.count({
      where: {
        credentialId: { in: answers.map(({ response }) => new Uint8Array(Buffer.from(response.id, 'base64url'))) },
      },
    });
    expect(stored).toBe(1);
  });
});

test('R§10.3 R§10.17 a passkey and the person who joins with it are made together, each recorded', async () => {
  const { token, email, account } = await invitation();
  const { options, ceremony } = await beginJoinPasskey(world.core, world.people, { token, name: 'Mia' }, visitor());
  expect(options).toMatchObject({ user: { name: email, displayName: 'Mia' }, excludeCredentials: [] });
  expect(await world.prisma.person.count({ where: { email } })).toBe(0);
  const response = new Authenticator().create(options);
  await join({ token, name: 'Mia', passkey: { ceremony, name: 'a key', response } });
  const made = await world.prisma.person.findFirstOrThrow({ where: { email }, include: { memberships: true } });
  expect(made).toMatchObject({ name: 'Mia', emailProvenAt: null, memberships: [{ accountRowId: account.rowId }] });
  expect(options.user.id).toBe(Buffer.from(made.id.replaceAll('-', ''), 'hex').toString('base64url'));
  expect(await world.actionsOf({ email })).toEqual(['person.create', 'passkey.add', 'member.join', 'session.begin']);
});

test('R§10.10 a passkey that exists already, and one for a person who was made meanwhile, leave the link', async () => {
  const authenticator = new Authenticator();
  const first = await invitation();
  await join({ token: first.token, passkey: await answerOf(first.token, authenticator) });
  const second = await invitation();
  const twice = await answerOf(second.token, authenticator);
  await expect(join({ token: second.token, passkey: twice })).rejects.toEqual(
    fieldError('response must be the answer to this attempt'),
  );
  expect(await world.prisma.person.count({ where: { email: second.email } })).toBe(0);

  // The mailed link stands above a person whom somebody made by the copied one of another account.
  const third = await invitation(second.email);
  const late = await answerOf(second.mailToken);
  await join({ token: third.token, password });
  await expect(join({ token: second.mailToken, passkey: late })).rejects.toMatchObject({ code: 'attempt_expired' });
  await expect(look(second.mailToken)).resolves.toMatchObject({ has_person: false });
  const passkey = await answerOf(second.mailToken);
  const { person } = await world.sessionOf((await join({ token: second.mailToken, passkey })).token);
  expect(person).toMatchObject({ email: second.email, isProven: true });
});

test('R§10.10 R§10.3 no attempt begins where passkeys are off, for a void link, and for somebody who signs in', async () => {
  const { token } = await invitation();
  const sso = { ...world.people, signIn: 'sso' as const };
  await expect(beginJoinPasskey(world.core, sso, { token }, visitor())).rejects.toMatchObject({ code: 'not_found' });
  await expect(begin('goal_inv_x')).rejects.toMatchObject({ code: 'not_found' });
  const { email } = await world.makePerson();
  await expect(begin((await invitation(email)).token)).rejects.toMatchObject({ code: 'sign_in_as_invited' });
});
