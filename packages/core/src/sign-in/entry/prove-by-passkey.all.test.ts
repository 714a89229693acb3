import { DomainError } from '@goal/contract';
import { transaction } from '@goal/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Authenticator, type Departure } from '../../../test/authenticator.ts';
import { openPeopleWorld, outcomesOf, visitor, type PeopleWorld } from '../../../test/people-world.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { addPasskey, beginPasskey, removePasskey } from '../ways/own-passkeys.ts';
import type { PersonRef } from '../../person/person.ts';
import { proveEmail } from '../ways/prove-email.ts';
import { trySpending } from '../brake.ts';
import { beginPasskeyConfirmation, beginPasskeyEntry, confirmByPasskey, signInByPasskey } from './prove-by-passkey.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

type Owner = { person: PersonRef; session: SessionCredential; authenticator: Authenticator; passkeyId: string };

/** A person with a session and a passkey. */
async function makeOwner(step?: number): Promise<Owner> {
  const person = await world.makePerson();
  const session = await world.signIn(person);
  const authenticator = new Authenticator(step);
  const { options, ceremony } = await beginPasskey(world.core, world.people, session);
  const response = authenticator.create(options);
  const { id } = await addPasskey(world.core, world.people, session, { ceremony, name: 'a key', response });
  return { person, session, authenticator, passkeyId: id };
}

/** Begins an attempt and lets the authenticator answer it. */
async function answerOf({ authenticator }: Pick<Owner, 'authenticator'>, departure?: Departure) {
  const { options, ceremony } = await beginPasskeyEntry(world.core, world.people, visitor());
  return { ceremony, response: authenticator.get(options, departure) };
}

const enter = (answer: Awaited<ReturnType<typeof answerOf>>) =>
  signInByPasskey(world.core, world.people, visitor(), answer);

const unknown = new DomainError('unknown_passkey');
const expired = new DomainError('attempt_expired');

describe('signing in by passkey', () => {
  test('R§10.10 a passkey signs its person in, without an e-mail and past the second factor', async () => {
    const owner = await makeOwner();
    await world.prisma.person.update({ where: { rowId: owner.person.rowId }, data: { totpAt: new Date() } });
    const { token } = await enter(await answerOf(owner));
    const { how, person } = await world.sessionOf(token);
    expect({ how, rowId: person.rowId }).toEqual({ how: 'passkey', rowId: owner.person.rowId });
    const noted = await world.prisma.passkey.findFirstOrThrow({ where: { id: owner.passkeyId } });
    expect(noted.counter).toBe(1n);
    expect(noted.lastUsedAt).not.toBeNull();
  });

  test('R§10.10 the same assertion is refused a second time, and ten at once make one session', async () => {
    const owner = await makeOwner();
    const answer = await answerOf(owner);
    const outcomes = await outcomesOf(Array.from({ length: 10 }, () => enter(answer)));
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('attempt_expired'), 'done']);
    await expect(enter(answer)).rejects.toEqual(expired);
    const began = { personRowId: owner.person.rowId, how: 'passkey' };
    expect(await world.prisma.session.count({ where: began })).toBe(1);
  });

  test('R§10.10 an assertion of another attempt is refused, although both attempts are open', async () => {
    const owner = await makeOwner();
    const first = await answerOf(owner);
    const second = await answerOf(owner);
    await expect(enter({ ceremony: second.ceremony, response: first.response })).rejects.toEqual(unknown);
  });

  const departures: readonly (readonly [what: string, departure: Departure])[] = [
    ['another origin on the same host', { origin: 'http://localhost:3000' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['no user verification', { isUserVerified: false }],
    ['a forged signature', { isForged: true }],
    ['no user handle', { userHandle: null }],
    ['a foreign user handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ];
  test.each(departures)('R§10.10 %s: refused, and the attempt is used up', async (_what, departure) => {
    const owner = await makeOwner();
    const answer = await answerOf(owner, departure);
    await expect(enter(answer)).rejects.toEqual(unknown);
    await expect(enter(answer)).rejects.toEqual(expired);
  });

  test('R§10.10 a passkey that nobody has, and one that was removed, are refused alike', async () => {
    const owner = await makeOwner();
    await world.addPasskey(owner.person);
    await removePasskey(world.core, world.people, owner.session, owner.passkeyId);
    await expect(enter(await answerOf(owner))).rejects.toEqual(unknown);
    const stranger = new Authenticator();
    await expect(enter(await answerOf({ authenticator: stranger }))).rejects.toEqual(unknown);
  });

  test('a copied authenticator is refused once the other one has counted further', async () => {
    const owner = await makeOwner();
    await enter(await answerOf(owner));
    await enter(await answerOf(owner));
    owner.authenticator.counter = 1;
    await expect(enter(await answerOf(owner))).rejects.toEqual(unknown);
    expect(await world.actionsOf(owner.person)).toContain('sign_in.refused');
  });

  test('a copied authenticator that answers at the same moment begins no second session', async () => {
    const owner = await makeOwner();
    const first = await answerOf(owner);
    owner.authenticator.counter = 0;
    const second = await answerOf(owner);
    const outcomes = await outcomesOf([enter(first), enter(second)]);
    expect(outcomes.toSorted()).toEqual(['done', 'unknown_passkey']);
  });

  test('a passkey that does not count signs in again and again', async () => {
    const owner = await makeOwner(0);
    const outcomes = await outcomesOf([enter(await answerOf(owner)), enter(await answerOf(owner))]);
    expect(outcomes).toEqual(['done', 'done']);
  });

  test('R§10.8 a spent brake on passwords and on the address stops no passkey', async () => {
    const owner = await makeOwner();
    const from = visitor();
    const about = { address: from.address, password: owner.person.email };
    for (const kind of ['address', 'password'] as const)
      while (await trySpending(world.core, { kind, about: about[kind] }));
    const { options, ceremony } = await beginPasskeyEntry(world.core, world.people, from);
    const response = owner.authenticator.get(options);
    await expect(signInByPasskey(world.core, world.people, from, { ceremony, response })).resolves.toHaveProperty(
      'token',
    );
  });

  test('R§10.10 where single sign-on is the only way in, passkeys do not exist', async () => {
    const people = { ...world.people, signIn: 'sso' as const };
    await expect(beginPasskeyEntry(world.core, people, visitor())).rejects.toEqual(new DomainError('not_found'));
  });
});

describe('confirming by passkey', () => {
  const begin = (session: SessionCredential) => beginPasskeyConfirmation(world.core, world.people, session);

  test('R§10.15 a passkey confirms the session that asks, and no other', async () => {
    const owner = await makeOwner();
    const other = await world.signIn(owner.person);
    await world.prisma.session.updateMany({
      where: { personRowId: owner.person.rowId },
      data: { confirmedAt: new Date(0) },
    });
    const { options, ceremony } = await begin(owner.session);
    const response = owner.authenticator.get(options);
    const { confirmed_until: until } = await confirmByPasskey(world.core, world.people, owner.session, {
      ceremony,
      response,
    });
    expect(Date.parse(until)).toBeGreaterThan(Date.now());
    const { confirmedAt } = await world.prisma.session.findFirstOrThrow({ where: { rowId: other.keyRowId } });
    expect(confirmedAt).toEqual(new Date(0));
  });

  test('R§10.15 neither somebody else’s attempt nor somebody else’s passkey confirms', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const foreign = await begin(other.session);
    const toForeign = { ceremony: foreign.ceremony, response: owner.authenticator.get(foreign.options) };
    await expect(confirmByPasskey(world.core, world.people, owner.session, toForeign)).rejects.toEqual(expired);
    const own = await begin(owner.session);
    const byForeign = { ceremony: own.ceremony, response: other.authenticator.get(own.options) };
    await expect(confirmByPasskey(world.core, world.people, owner.session, byForeign)).rejects.toEqual(unknown);
  });

  test('R§10.15 an assertion that signed in does not confirm as well', async () => {
    const owner = await makeOwner();
    const answer = await answerOf(owner);
    await expect(confirmByPasskey(world.core, world.people, owner.session, answer)).rejects.toEqual(expired);
  });
});

test('R§10.21 a passkey made before the first proof of the e-mail signs in no more', async () => {
  const owner = await makeOwner();
  const answer = await answerOf(owner);
  await transaction(world.core.db, (tx) => proveEmail(tx, owner.person));
  await expect(enter(answer)).rejects.toEqual(unknown);
});
