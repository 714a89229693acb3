import { removedWays } from '@goal/contract';
import { transaction } from '@goal/db';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';
import { membersWorld, outcomeOf } from '../../../test/members-world.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { openCeremony } from '../ceremony.ts';
import { changePerson } from '../../person/change-person.ts';
import { proveEmail } from './prove-email.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

/** A person with every way in, two sessions, an open attempt and a membership. */
async function equipped() {
  const { person } = await people.member(await people.account(), 'viewer');
  const personRowId = person.rowId;
  const credentialId = Buffer.from(person.email);
  await world.db.prisma.person.update({
    where: { rowId: personRowId },
    data: {
      password: 'a hash',
      passwordAt: new Date(),
      totp: Buffer.from('sealed'),
      totpAt: new Date(),
      passkeys: { create: { credentialId, publicKey: credentialId, counter: 0, name: 'key', backedUp: false } },
      recoveryCodes: { create: { hash: credentialId } },
      identities: { create: { issuer: 'https://sso.test', subject: person.email } },
    },
  });
  await openCeremony(world, { kind: 'second_factor', data: {}, personRowId });
  await people.session(person);
  await people.session(person);
  return person;
}

const everythingOf = ({ rowId }: { rowId: number }) =>
  world.db.prisma.person.findFirstOrThrow({
    where: { rowId },
    include: {
      passkeys: true,
      recoveryCodes: true,
      identities: true,
      ceremonies: true,
      memberships: true,
      sessions: { where: { endedAt: null } },
    },
  });

test('R§10.21 the first proof removes every way in and every session from before it; memberships stay', async () => {
  const [person, other] = [await equipped(), await equipped()];
  const before = await everythingOf(other);
  expect(await transaction(world.db, (tx) => proveEmail(tx, person))).toEqual([...removedWays]);
  const after = await everythingOf(person);
  expect(after).toMatchObject({
    password: null,
    passwordAt: null,
    totp: null,
    totpAt: null,
    passkeys: [],
    recoveryCodes: [],
    identities: [],
    ceremonies: [],
    sessions: [],
    memberships: [{ role: 'viewer' }],
  });
  expect(after.emailProvenAt).not.toBeNull();
  expect(await everythingOf(other)).toEqual(before);
  const recorded = await world.db.prisma.action.findMany({ where: { action: 'person.prove' } });
  expect(recorded).toMatchObject([{ actorKind: 'member', actor: person.email, accountId: null }]);
});

test('R§10.21 a later proof removes nothing, and of two at once one is the first', async () => {
  const person = await equipped();
  const prove = () => transaction(world.db, (tx) => proveEmail(tx, person));
  expect((await Promise.all([prove(), prove()])).filter(Boolean)).toEqual([[...removedWays]]);
  await people.session(person);
  expect(await prove()).toBeUndefined();
  expect((await everythingOf(person)).sessions).toHaveLength(1);
});

test('R§10.21 a request that the first proof overtakes adds no way in after it', async () => {
  const person = await equipped();
  const found = await world.db.prisma.session.findFirstOrThrow({ where: { personRowId: person.rowId } });
  // The request was judged before the proof; a change reads these two alone.
  const session = { keyRowId: found.rowId, person } as SessionCredential;
  const changing = () => changePerson(people.core, session, ({ record }) => record('passkey.add'));
  expect(await outcomeOf(changing())).toBe('done');
  await transaction(world.db, (tx) => proveEmail(tx, person));
  expect(await outcomeOf(changing())).toBe('invalid_token');
});
