import { randomUUID } from 'node:crypto';

import { DomainError, fieldError } from '@goal/contract';
import { transaction } from '@goal/db';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Authenticator, type Departure } from '../../../test/authenticator.ts';
import { openPeopleWorld, outcomesOf, type PeopleWorld } from '../../../test/people-world.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { getPerson } from '../../person/get-person.ts';
import { beginTotp } from './totp.ts';
import { openSso } from '../sso/single-sign-on.ts';
import { proveEmail } from './prove-email.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './own-passkeys.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

async function signedIn(options: { hasPassword?: boolean } = {}): Promise<SessionCredential> {
  return world.signIn(await world.makePerson(options));
}

const begin = (session: SessionCredential) => beginPasskey(world.core, world.people, session);

/** Begins an attempt and lets the authenticator make a passkey. */
async function answerOf(session: SessionCredential, authenticator = new Authenticator(), departure?: Departure) {
  const { options, ceremony } = await begin(session);
  return { ceremony, name: 'a key', response: authenticator.create(options, departure) };
}

const add = (session: SessionCredential, answer: Awaited<ReturnType<typeof answerOf>>) =>
  addPasskey(world.core, world.people, session, answer);

const remove = (session: SessionCredential, id: string) => removePasskey(world.core, world.people, session, id);

const passkeysOf = async (session: SessionCredential) =>
  (await getPerson(world.core, world.people, session)).ways.passkeys;

const notOfAttempt = fieldError('response must be the answer to this attempt');

test('R§10.10 the browser is asked for a passkey that it finds by itself and that verifies its user', async () => {
  const session = await signedIn();
  await add(session, await answerOf(session));
  const { options } = await begin(session);
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: session.person.email },
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
  });
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16);
});

test('R§10.38 a passkey and an authenticator are named after the brand of the person’s only account', async () => {
  const person = await world.makePerson();
  const session = await world.signIn(person);
  const names = async () => {
    const { issuer = '' } = Object.fromEntries(
      new URL((await beginTotp(world.core, world.people, session)).uri).searchParams,
    );
    const { brand } = await getPerson(world.core, world.people, session);
    return [(await begin(session)).options.rp.name, issuer, brand?.name];
  };
  expect(await names()).toEqual(['Goal', 'Goal (localhost)', undefined]);
  const account = await world.makeAccount([{ person, role: 'viewer' }]);
  const name = 'North: \u202eSons\n of the sea and the wide land';
  await world.prisma.brand.create({ data: { accountRowId: account.rowId, name } });
  expect(await names()).toEqual(['Goal', 'Goal (localhost)', undefined]);
  await world.prisma.account.update({ where: { rowId: account.rowId }, data: { isReseller: true } });
  const shown = 'North Sons of the sea and the w…';
  expect(await names()).toEqual([shown, `${shown} (localhost)`, name]);
  const rename = (other: string) =>
    world.prisma.brand.update({ where: { accountRowId: account.rowId }, data: { name: other } });
  for (const [other, called] of [
    ['\u{1f9ed}'.repeat(32), '\u{1f9ed}'.repeat(32)],
    ['\u{1f9ed}'.repeat(33), `${'\u{1f9ed}'.repeat(31)}…`],
    ['::', 'Goal'],
    ['\u3164', 'Goal'],
  ] as const) {
    await rename(other);
    expect(await names()).toEqual([called, `${called} (localhost)`, other]);
    expect([...called].length).toBeLessThanOrEqual(32);
  }
  await world.makeAccount([{ person, role: 'viewer' }]);
  expect(await names()).toEqual(['Goal', 'Goal (localhost)', undefined]);
});

test('R§10.17 a passkey is added, renamed and removed, and the record says so', async () => {
  const session = await signedIn();
  const added = await add(session, await answerOf(session));
  await renamePasskey(world.core, session, added.id, 'my phone');
  expect(await passkeysOf(session)).toEqual([{ ...added, name: 'my phone' }]);
  await remove(session, added.id);
  expect(await passkeysOf(session)).toEqual([]);
  const acts = await world.actionsOf(session.person);
  expect(acts.filter((act) => act.startsWith('passkey.'))).toEqual(['passkey.add', 'passkey.remove']);
});

test('R§10.10 an answer counts once, also when it comes ten times at once', async () => {
  const session = await signedIn();
  const answer = await answerOf(session);
  const outcomes = await outcomesOf(Array.from({ length: 10 }, () => add(session, answer)));
  expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('attempt_expired'), 'done']);
});

const departures: readonly (readonly [what: string, departure: Departure])[] = [
  ['another origin', { origin: 'http://localhost:3000' }],
  ['another host', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['no user verification', { isUserVerified: false }],
];
test.each(departures)('R§10.10 a new passkey with %s is refused', async (_what, departure) => {
  const session = await signedIn();
  await expect(add(session, await answerOf(session, new Authenticator(), departure))).rejects.toEqual(notOfAttempt);
  expect(await passkeysOf(session)).toEqual([]);
});

test('R§10.10 somebody else’s attempt and somebody else’s passkey are refused', async () => {
  const [session, other] = [await signedIn(), await signedIn()];
  await expect(add(session, await answerOf(other))).rejects.toEqual(new DomainError('attempt_expired'));
  const authenticator = new Authenticator();
  await add(other, await answerOf(other, authenticator));
  await expect(add(session, await answerOf(session, authenticator))).rejects.toEqual(notOfAttempt);
});

test('R§10.10 of 22 passkeys added at once a person keeps 20', async () => {
  const session = await signedIn();
  const answers = await Promise.all(Array.from({ length: 22 }, () => answerOf(session)));
  const outcomes = await outcomesOf(answers.map((answer) => add(session, answer)));
  expect(outcomes.filter((one) => one !== 'done')).toEqual(['twenty_passkeys', 'twenty_passkeys']);
  await expect(begin(session)).rejects.toEqual(new DomainError('twenty_passkeys'));
  expect(await passkeysOf(session)).toHaveLength(20);
});

test('R§10.10 of two passkeys removed at once the last way in stays', async () => {
  const session = await signedIn({ hasPassword: false });
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) ids.push((await add(session, await answerOf(session))).id);
  const outcomes = await outcomesOf(ids.map((id) => remove(session, id)));
  expect(outcomes.toSorted()).toEqual(['done', 'last_way_in']);
  expect(await passkeysOf(session)).toHaveLength(1);
});

test('R§10.10 single sign-on counts as a way in while its provider is the one that is set up', async () => {
  const session = await signedIn({ hasPassword: false });
  const { id } = await add(session, await answerOf(session));
  const { rowId: personRowId } = session.person;
  await world.prisma.identity.create({
    data: { issuer: 'https://login.example.com/', subject: randomUUID(), personRowId },
  });
  const settings = { clientId: 'goal', clientSecret: undefined, name: 'it' };
  const removeWith = (issuer: string) =>
    removePasskey(world.core, { ...world.people, sso: openSso({ issuer, ...settings }) }, session, id);
  await expect(remove(session, id)).rejects.toEqual(new DomainError('last_way_in'));
  await expect(removeWith('https://other.example.com')).rejects.toEqual(new DomainError('last_way_in'));
  await removeWith('https://login.example.com');
  expect(await passkeysOf(session)).toEqual([]);
});

test('an unknown, a malformed and a foreign id are not found', async () => {
  const [session, other] = [await signedIn(), await signedIn()];
  const { id } = await add(other, await answerOf(other));
  for (const one of [randomUUID(), 'no id', id]) {
    await expect(remove(session, one)).rejects.toEqual(new DomainError('not_found'));
    await expect(renamePasskey(world.core, session, one, 'mine')).rejects.toEqual(new DomainError('not_found'));
  }
  expect(await passkeysOf(other)).toMatchObject([{ id, name: 'a key' }]);
});

test('R§10.21 a request that was let in before its session ended adds no passkey after it', async () => {
  const session = await signedIn();
  const answer = await answerOf(session);
  await world.prisma.session.update({ where: { rowId: session.keyRowId }, data: { endedAt: new Date() } });
  await expect(add(session, answer)).rejects.toEqual(new DomainError('invalid_token'));
  expect(await passkeysOf(session)).toEqual([]);
});

test('R§10.21 the first proof of the e-mail removes the passkeys and the attempts to add one', async () => {
  const session = await signedIn();
  await add(session, await answerOf(session));
  const answer = await answerOf(session);
  await transaction(world.core.db, (tx) => proveEmail(tx, session.person));
  expect(await passkeysOf(session)).toEqual([]);
  await expect(add(session, answer)).rejects.toEqual(new DomainError('attempt_expired'));
});

test('R§10.28 a passkey that is removed is told to a person whose e-mail is proven', async () => {
  const mailsOf = async (isProven: boolean) => {
    const person = await world.makePerson({ isProven });
    await world.addPasskey(person);
    const session = await world.signIn(person);
    for (const { id } of await passkeysOf(session)) await remove(session, id);
    return world.prisma.mail.findMany({ where: { personRowId: person.rowId }, select: { kind: true, detail: true } });
  };
  expect(await mailsOf(true)).toEqual([{ kind: 'way_removed', detail: { type: 'removed', named: 'passkeys' } }]);
  expect(await mailsOf(false)).toEqual([]);
});
