import { until, waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mintAccountKey } from '../key/account-keys.ts';
import { openPeopleWorld, outcomesOf, type PeopleWorld } from '../../test/people-world.ts';
import { deletePerson } from './delete-person.ts';
import { renamePerson } from './rename-person.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

const refused = (code: string) => expect.objectContaining({ code });

test('R§10.4 R§10.17 a person who deletes themselves leaves each account, which records it, and every session ends', async () => {
  const person = await world.makePerson();
  const owner = await world.makePerson();
  const accounts = [
    await world.makeAccount([
      { person, role: 'owner' },
      { person: owner, role: 'owner' },
    ]),
    await world.makeAccount([
      { person, role: 'viewer' },
      { person: owner, role: 'owner' },
    ]),
  ];
  const session = await world.signIn(person);
  const { token } = await world.signInAs(person);
  await world.turnOn(session);
  await world.addPasskey(person);
  await deletePerson(world.core, session);
  await expect(world.sessionOf(token)).rejects.toEqual(refused('invalid_token'));
  for (const { id } of accounts) {
    const left = await world.prisma.action.findMany({ where: { accountId: id } });
    expect(left).toMatchObject([{ actorKind: 'member', actor: person.email, action: 'member.leave' }]);
  }
  expect((await world.actionsOf(person)).at(-1)).toBe('person.delete');
  const personRowId = person.rowId;
  const left = await Promise.all([
    world.prisma.membership.count({ where: { personRowId } }),
    world.prisma.session.count({ where: { personRowId } }),
    world.prisma.recoveryCode.count({ where: { personRowId } }),
    world.prisma.passkey.count({ where: { personRowId } }),
  ]);
  expect(left).toEqual([0, 0, 0, 0]);
  await expect(deletePerson(world.core, session)).rejects.toEqual(refused('invalid_token'));
});

test('R§10.3 the only owner of an account cannot delete themselves', async () => {
  const person = await world.makePerson();
  const admin = await world.makePerson();
  await world.makeAccount([
    { person, role: 'owner' },
    { person: admin, role: 'admin' },
  ]);
  await expect(deletePerson(world.core, await world.signIn(person))).rejects.toEqual(refused('last_owner'));
  await deletePerson(world.core, await world.signIn(admin));
});

test('R§10.3 of two owners who delete themselves at once one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const owners = [await world.makePerson(), await world.makePerson()];
    const account = await world.makeAccount(owners.map((person) => ({ person, role: 'owner' })));
    const sessions = await Promise.all(owners.map((person) => world.signIn(person)));
    const outcomes = await outcomesOf(sessions.map((session) => deletePerson(world.core, session)));
    expect(outcomes.toSorted()).toEqual(['done', 'last_owner']);
    expect(await world.prisma.membership.count({ where: { accountRowId: account.rowId } })).toBe(1);
  }
});

test('R§10.3 the open invitations of a person who deletes themselves are revoked, and each is recorded', async () => {
  const person = await world.makePerson();
  const owner = await world.makePerson();
  const account = await world.makeAccount([
    { person, role: 'admin' },
    { person: owner, role: 'owner' },
  ]);
  const invite = (inviter: { rowId: number; email: string }, email: string) =>
    world.prisma.invitation.create({
      data: {
        prefix: email.slice(0, 8),
        hash: new Uint8Array(32),
        accountRowId: account.rowId,
        role: 'viewer',
        email,
        createdBy: inviter.email,
        inviterRowId: inviter.rowId,
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    });
  await invite(person, 'invited1@example.com');
  await invite(owner, 'invited2@example.com');
  await deletePerson(world.core, await world.signIn(person));
  const open = await world.prisma.invitation.findMany({ where: { accountRowId: account.rowId, revokedAt: null } });
  expect(open).toMatchObject([{ email: 'invited2@example.com' }]);
  const revoked = { accountId: account.id, action: 'invitation.revoke' };
  expect(await world.prisma.action.findMany({ where: revoked })).toMatchObject([
    { actor: person.email, detail: { email: 'invited1@example.com' } },
  ]);
});

test('R§10.2 a person has a name, or none', async () => {
  const person = await world.makePerson();
  const session = await world.signIn(person);
  const nameOf = async () => (await world.prisma.person.findFirstOrThrow({ where: { rowId: person.rowId } })).name;
  await renamePerson(world.core, session, 'Ada Lovelace');
  expect(await nameOf()).toBe('Ada Lovelace');
  await renamePerson(world.core, session, null);
  expect(await nameOf()).toBeNull();
});

test('R§10.3 a deletion and a key whose news meet in a deadlock both end rightly', async () => {
  const isProven = true;
  const [leaving, staying] = [await world.makePerson({ isProven }), await world.makePerson({ isProven })];
  const account = await world.makeAccount([
    { person: leaving, role: 'owner' },
    { person: staying, role: 'owner' },
  ]);
  const session = await world.signIn(leaving);
  const { db } = world.core;
  const before = db.changes.ended;
  const ended = await db.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT FROM account WHERE no = ${account.rowId} FOR NO KEY UPDATE`;
      // The key waits for the account first, and then wants the owners for its news. The deletion
      // holds the owner and waits for the account behind it.
      const key = mintAccountKey(world.core, { actor: { kind: 'cli', name: 'test' }, account }, { name: 'warehouse' });
      await until(() => areWaiting(1));
      const deletion = deletePerson(world.core, session);
      await until(() => areWaiting(2));
      return { all: Promise.allSettled([key, deletion]) };
    },
    { timeout: waitLimitMs },
  );
  expect((await ended.all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  // At least one of the two transactions lost a deadlock, and ran again.
  expect(db.changes.ended - before).toBeGreaterThanOrEqual(3);
  expect(await world.prisma.accountKey.count({ where: { accountRowId: account.rowId } })).toBe(1);
  expect(await world.prisma.membership.findMany({ where: { accountRowId: account.rowId } })).toMatchObject([
    { personRowId: staying.rowId },
  ]);
  expect(await world.prisma.mail.findMany({ where: { accountRowId: account.rowId } })).toMatchObject([
    { personRowId: staying.rowId, kind: 'account_key' },
  ]);
});

/** Whether that many statements of this database wait for a lock. */
async function areWaiting(count: number): Promise<boolean> {
  const { rows } = await world.core.db.work.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length === count;
}
