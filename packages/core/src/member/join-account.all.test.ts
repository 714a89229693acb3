import type { Role } from '@goal/contract';
import { transaction } from '@goal/db';
import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, outcomeOf, outcomesOf, visitor } from '../../test/members-world.ts';
import { password as goodPassword, testPeople } from '../../test/people-world.ts';
import { inviteMember, renewInvitation } from './invite-member.ts';
import type { Inviter } from './inviter.ts';
import { joinAsPerson, joinByLink, getInvitation } from './join-account.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

const newEmail = (): string => `${crypto.randomUUID()}@example.com`;
const invite = (inviter: Inviter, email: string, role: Role = 'viewer', groupId?: unknown) =>
  inviteMember(people.core, inviter, { email, role, groupId });
const open = testPeople();
const { passwords } = open;
const join = (token: string, password = goodPassword) =>
  joinByLink(people.core, open, { token, name: 'Mia', password }, visitor);
const personOf = (email: string) =>
  world.db.prisma.person.findFirst({ where: { email }, include: { memberships: true, sessions: true } });
const sessionOf = async (email: string) => {
  const { rowId, id, name, emailProvenAt } = await world.db.prisma.person.findFirstOrThrow({ where: { email } });
  return { person: { rowId, id, email, name, isProven: emailProvenAt !== null, hasSecondFactor: false } };
};

test('R§10.3 a link makes a person with the role and the reach, and begins a session', async () => {
  const account = await people.account();
  const group = await people.group(account);
  const owner = await people.member(account, 'owner');
  const email = newEmail();
  const { token } = await invite(owner, email, 'viewer', group.id);
  const began = await join(token);
  expect(began.token).toMatch(/^goal_sess_/);
  expect(await personOf(email)).toMatchObject({
    name: 'Mia',
    emailProvenAt: null,
    memberships: [{ role: 'viewer', groupRowId: group.rowId, invitedBy: owner.person.email }],
    sessions: [{ how: 'invitation', endedAt: null }],
  });
  expect((await people.record(account)).slice(1)).toEqual([
    {
      action: 'member.join',
      actor: email,
      detail: { role: 'viewer', group_id: group.id, group_name: group.name, invited_by: owner.person.email },
    },
  ]);
});

test('R§10.3 a link works once, also when it is opened eight times at once', async () => {
  const account = await people.account();
  const email = newEmail();
  const { token, mailToken } = await invite(account, email, 'owner');
  const outcomes = await outcomesOf(Array.from({ length: 8 }, (_, n) => () => join(n % 2 === 0 ? token : mailToken)));
  // What comes after the first one meets a used link, or a person who has to sign in.
  expect(outcomes['done']).toBe(1);
  expect(await personOf(email)).toMatchObject({ memberships: [{ role: 'owner' }] });
  expect(await outcomeOf(join(token))).toBe('not_found');
  expect(await outcomeOf(getInvitation(people.core, mailToken))).toBe('not_found');
});

test('R§10.3 two accounts’ links of one e-mail, opened at once, make one person; the other link waits for a sign-in', async () => {
  const email = newEmail();
  const links = [await invite(await people.account(), email), await invite(await people.account(), email)];
  const outcomes = await outcomesOf(
    links.map(
      ({ token }) =>
        () =>
          join(token),
    ),
  );
  expect(outcomes).toEqual({ done: 1, sign_in_as_invited: 1 });
  expect(await personOf(email)).toMatchObject({ memberships: [{ role: 'viewer' }] });
});

test('R§10.3 a link to the e-mail of an existing person asks for a sign-in, and stays open', async () => {
  const account = await people.account();
  const { email } = await people.person();
  const { token } = await invite(account, email);
  expect(await getInvitation(people.core, token)).toMatchObject({ has_person: true });
  expect(await outcomeOf(join(token))).toBe('sign_in_as_invited');
  expect(await personOf(email)).toMatchObject({ memberships: [], sessions: [] });
  await joinAsPerson(people.core, await sessionOf(email), { token });
  expect(await personOf(email)).toMatchObject({ emailProvenAt: null, memberships: [{ role: 'viewer' }] });
});

test('R§2.5 a person who was deleted meanwhile joins nothing, and the invitation stays open', async () => {
  const account = await people.account();
  const { email, rowId } = await people.person();
  const { token } = await invite(account, email);
  const session = await sessionOf(email);
  await world.db.prisma.person.delete({ where: { rowId } });
  expect(await outcomeOf(joinAsPerson(people.core, session, { token }))).toBe('invalid_token');
  expect(await getInvitation(people.core, token)).toMatchObject({ email, has_person: false });
});

test('R§10.3 somebody else’s link is refused, a used one not found, and a member does not join twice', async () => {
  const account = await people.account();
  const [mine, other] = [await people.person(), await people.person()];
  const { token } = await invite(account, mine.email);
  expect(await outcomeOf(joinAsPerson(people.core, await sessionOf(other.email), { token }))).toBe(
    'invited_somebody_else',
  );
  const session = await sessionOf(mine.email);
  const outcomes = await outcomesOf(
    Array.from({ length: 6 }, () => () => joinAsPerson(people.core, session, { token })),
  );
  expect(outcomes).toEqual({ done: 1, not_found: 5 });
  const again = await invite(account, newEmail());
  await world.db.work.query('UPDATE invitation SET email = $2 WHERE id = $1', [again.id, mine.email]);
  expect(await outcomeOf(joinAsPerson(people.core, session, { token: again.token }))).toBe('already_member');
});

test('R§10.21 an id is enough where the e-mail is proven, and names nothing else', async () => {
  const account = await people.account();
  const [unproven, proven] = [await people.person(), await people.person(newEmail(), true)];
  const [first, second] = [await invite(account, unproven.email), await invite(account, proven.email)];
  const byId = async (email: string, id?: string) =>
    outcomeOf(joinAsPerson(people.core, await sessionOf(email), id === undefined ? {} : { id }));
  expect(await byId(unproven.email, first.id)).toBe('not_found');
  for (const id of [undefined, first.id, crypto.randomUUID(), 'no id'])
    expect(await byId(proven.email, id)).toBe('not_found');
  expect(await byId(proven.email, second.id)).toBe('done');
});

test('R§10.3 the hundredth place goes to one of two who join at once', async () => {
  const account = await people.account();
  const links = [await invite(account, newEmail()), await invite(account, newEmail())];
  await people.viewers(account, 99);
  expect(
    await outcomesOf(
      links.map(
        ({ token }) =>
          () =>
            join(token),
      ),
    ),
  ).toEqual({ done: 1, hundred_members: 1 });
});

test('R§10.10 where single sign-on is the only way in, a link makes nobody', async () => {
  const { token } = await invite(await people.account(), newEmail());
  const joining = joinByLink(people.core, { ...open, signIn: 'sso' }, { token }, visitor);
  expect(await outcomeOf(joining)).toBe('not_found');
});

test('R§10.21 a mailed link proves the mailbox: what somebody else set up with a copied link is gone', async () => {
  const email = newEmail();
  const attacked = await people.account();
  const { token } = await invite(attacked, email);
  await join(token);
  const taken = await world.db.prisma.person.findFirstOrThrow({ where: { email } });
  const passkey = {
    credentialId: Buffer.from(email),
    publicKey: Buffer.from('k'),
    counter: 0,
    transports: [],
    name: 'k',
    backedUp: false,
  };
  await world.db.prisma.person.update({
    where: { email },
    data: {
      password: 'a hash',
      passwordAt: new Date(),
      totp: Buffer.from('s'),
      totpAt: new Date(),
      passkeys: { create: passkey },
    },
  });
  const { mailToken } = await invite(await people.account(), email, 'owner');
  expect(await getInvitation(people.core, mailToken)).toMatchObject({ has_person: false });
  await join(mailToken);
  const owned = await world.db.prisma.person.findFirstOrThrow({
    where: { email },
    include: { memberships: true, passkeys: true, sessions: { where: { endedAt: null } } },
  });
  expect(owned).toMatchObject({ rowId: taken.rowId, totp: null, totpAt: null, passkeys: [] });
  expect(owned.emailProvenAt).not.toBeNull();
  expect(owned.memberships).toHaveLength(2);
  expect(owned.sessions).toHaveLength(1);
  const third = await invite(await people.account(), email);
  expect(await outcomeOf(join(third.mailToken))).toBe('sign_in_as_invited');
});

test('a change that fails leaves neither a person nor a used link', async () => {
  const account = await people.account();
  const email = newEmail();
  const { token } = await invite(account, email);
  await people.viewers(account, 100);
  expect(await outcomeOf(join(token))).toBe('hundred_members');
  expect(await personOf(email)).toBeNull();
  await transaction(world.db, (tx) => tx.membership.deleteMany({ where: { accountRowId: account.account.rowId } }));
  expect(await outcomeOf(join(token))).toBe('done');
});

test('R§10.11 a link sets a password that fits the rules; before the link is right nothing is hashed', async () => {
  const email = newEmail();
  const { token } = await invite(await people.account(), email);
  const before = passwords.hashed;
  expect(await outcomeOf(join(`${token.slice(0, -32)}${'x'.repeat(32)}`, 'a long enough password'))).toBe('not_found');
  expect(await outcomeOf(join(token, 'short'))).toBe('password_too_short');
  expect(await outcomeOf(join(token, 'x'.repeat(201)))).toBe('password_too_long');
  expect(await outcomeOf(join(token, email))).toBe('password_too_easy');
  expect(passwords.hashed).toBe(before);
  expect(await personOf(email)).toBeNull();
  expect(await outcomeOf(join(token, 'a long enough password'))).toBe('done');
  const { password, passwordAt } = await world.db.prisma.person.findFirstOrThrow({ where: { email } });
  expect(passwordAt).not.toBeNull();
  expect(await passwords.isRight('entry', 'a long enough password', password)).toBe(true);
});

test('R§10.9 a link to somebody who signs in costs no hash', async () => {
  const { email } = await people.person();
  const { token } = await invite(await people.account(), email);
  const before = passwords.hashed;
  expect(await outcomeOf(join(token, 'a long enough password'))).toBe('sign_in_as_invited');
  expect(passwords.hashed).toBe(before);
});

test('R§10.3 a link that is renewed while somebody opens it is void', async () => {
  const account = await people.account();
  const { id, token } = await invite(account, newEmail());
  const waiting = async (count: number) => {
    const { rows } = await world.db.pages.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.n === count;
  };
  let outcomes: Promise<string[]> | undefined;
  await transaction(world.db, async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM account WHERE no = ${account.account.rowId} FOR UPDATE`;
    const renewed = outcomeOf(renewInvitation(people.core, account, id));
    await until(() => waiting(1));
    // It has found the invitation by its old token, and stands behind the renewal.
    const opened = outcomeOf(join(token));
    await until(() => waiting(2));
    outcomes = Promise.all([renewed, opened]);
  });
  expect(await outcomes).toEqual(['done', 'not_found']);
});
