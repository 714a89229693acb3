import type { Role } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, outcomeOf, outcomesOf } from '../../test/members-world.ts';
import { inviteMember, renewInvitation, revokeInvitation } from './invite-member.ts';
import type { Inviter } from './inviter.ts';
import { getInvitation } from './join-account.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

const invite = (inviter: Inviter, email: string, role: Role = 'viewer', groupId?: unknown) =>
  inviteMember(people.core, inviter, { email, role, groupId });
const peek = (token: string) => outcomeOf(getInvitation(people.core, token));

test('R§10.3 a link says to what it invites, for 7 days; the table holds no token', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const group = await people.group(account);
  const { id, token, mailToken, expiresAt } = await invite(owner, 'mia@client.test', 'viewer', group.id);
  expect(await getInvitation(people.core, token)).toMatchObject({
    email: 'mia@client.test',
    account_name: null,
    role: 'viewer',
    has_person: false,
    void_at_proof: true,
    expires_at: expiresAt.toISOString(),
  });
  expect(await peek(mailToken)).toBe('done');
  const { rows } = await world.db.work.query<{ days: number; text: string }>(
    'SELECT extract(day FROM expires_at - created_at)::int AS days, i::text AS text FROM invitation i WHERE id = $1',
    [id],
  );
  expect(rows[0]?.days).toBe(7);
  for (const secret of [token, mailToken]) expect(rows[0]?.text).not.toContain(secret.split('_')[3]);
  expect(await people.record(account)).toEqual([
    {
      action: 'invitation.create',
      actor: owner.person.email,
      detail: { email: 'mia@client.test', role: 'viewer', group_id: group.id, group_name: group.name },
    },
  ]);
});

test('R§10.3 a link that is malformed, unknown, guessed, revoked or expired is not found', async () => {
  const account = await people.account();
  const revoked = await invite(account, 'a@example.com');
  await revokeInvitation(people.core, account, revoked.id);
  const expired = await invite(account, 'b@example.com');
  await people.expire(expired.id);
  const { token } = await invite(account, 'c@example.com');
  const guessed = `${token.slice(0, -32)}${'x'.repeat(32)}`;
  for (const link of ['', 'goal_inv_', `goal_inv_aaaaaaaa_${'x'.repeat(32)}`, guessed, revoked.token, expired.token])
    expect([link, await peek(link)]).toEqual([link, 'not_found']);
});

test('R§10.3 an admin invites no owner, a viewer and a member of one group nobody, an owner has no group', async () => {
  const account = await people.account();
  const group = await people.group(account);
  const owner = await people.member(account, 'owner');
  const admin = await people.member(account, 'admin');
  const groupAdmin = await people.member(account, 'admin', group);
  const gone = { ...account, person: await people.person() };
  expect(await outcomeOf(invite(admin, 'a@example.com', 'owner'))).toBe('missing_role_owner');
  expect(await outcomeOf(invite(owner, 'a@example.com', 'owner', group.id))).toBe('invalid_role');
  expect(await outcomeOf(invite(await people.member(account, 'viewer'), 'a@example.com'))).toBe('missing_role_admin');
  expect(await outcomeOf(invite(groupAdmin, 'a@example.com'))).toBe('whole_account_required');
  expect(await outcomeOf(invite(gone, 'a@example.com'))).toBe('not_found');
  expect(await outcomeOf(invite(admin, 'a@example.com', 'admin'))).toBe('done');
  expect(await outcomeOf(invite(owner, 'b@example.com', 'owner'))).toBe('done');
});

test('R§10.3 a group of another account is an unknown one, and a member is not invited again', async () => {
  const account = await people.account();
  const foreign = await people.group(await people.account());
  for (const id of [foreign.id, crypto.randomUUID(), 'no id', 7])
    expect(await outcomeOf(invite(account, 'a@example.com', 'viewer', id))).toBe('not_found');
  const member = await people.member(account, 'viewer');
  expect(await outcomeOf(invite(account, member.person.email))).toBe('already_member');
});

test('R§10.25 an operator invites until an owner has joined, the command line always', async () => {
  const account = await people.account();
  const operator: Inviter = { ...account, actor: { kind: 'operator', name: 'desk' } };
  expect(await outcomeOf(invite(operator, 'a@example.com', 'owner'))).toBe('done');
  await people.member(account, 'owner');
  expect(await outcomeOf(invite(operator, 'b@example.com', 'owner'))).toBe('has_owner');
  expect(await outcomeOf(invite(account, 'b@example.com', 'owner'))).toBe('done');
  const { rows } = await world.db.work.query<{ by: string }>(
    'SELECT created_by AS by FROM invitation WHERE account_no = $1',
    [account.account.rowId],
  );
  expect(rows.map(({ by }) => by)).toEqual(['the provider', 'the provider']);
});

test('R§10.3 one e-mail has one open invitation: the earlier link ends, also after it has expired', async () => {
  const account = await people.account();
  const first = await invite(account, 'a@example.com');
  const second = await invite(account, 'a@example.com');
  expect([await peek(first.token), await peek(first.mailToken), await peek(second.token)]).toEqual([
    'not_found',
    'not_found',
    'done',
  ]);
  await people.expire(second.id);
  const third = await invite(account, 'a@example.com');
  expect([await peek(second.token), await peek(third.token)]).toEqual(['not_found', 'done']);
  const outcomes = await outcomesOf(Array.from({ length: 8 }, () => () => invite(account, 'b@example.com')));
  expect(outcomes).toEqual({ done: 8 });
  const open = await world.db.prisma.invitation.count({
    where: { accountRowId: account.account.rowId, email: 'b@example.com', revokedAt: null },
  });
  expect(open).toBe(1);
});

test('R§10.3 of 40 invitations at 99 open ones, eight at a time, exactly one is made; an expired one has no place', async () => {
  const account = await people.account();
  const { rowId } = account.account;
  await world.db.work.query(
    `INSERT INTO invitation (prefix, hash, account_no, role, email, created_by, expires_at)
     SELECT substr(md5(random()::text), 1, 8), '', $1, 'viewer', 'e' || n || '@example.com', '', clock_timestamp() + (n - 1) * interval '1 day'
     FROM generate_series(1, 100) n`,
    [rowId],
  );
  const outcomes = await outcomesOf(Array.from({ length: 40 }, (_, n) => () => invite(account, `n${n}@example.com`)));
  expect(outcomes).toEqual({ done: 1, hundred_invitations: 39 });
  // One that replaces an open one of the same e-mail needs no further place.
  expect(await outcomeOf(invite(account, 'e50@example.com'))).toBe('done');
});

test('R§10.3 with a hundred members nobody is invited', async () => {
  const account = await people.account();
  await people.viewers(account, 99);
  expect(await outcomeOf(invite(account, 'a@example.com'))).toBe('done');
  await people.viewers(account, 1);
  expect(await outcomeOf(invite(account, 'b@example.com'))).toBe('hundred_members');
});

test('R§10.3 a renewed invitation has new links for 7 days, and the old ones are void', async () => {
  const account = await people.account();
  const [owner, admin] = [await people.member(account, 'owner'), await people.member(account, 'admin')];
  const old = await invite(owner, 'a@example.com');
  const renewed = await renewInvitation(people.core, admin, old.id);
  expect(renewed).toMatchObject({ id: old.id, email: 'a@example.com' });
  for (const link of [old.token, old.mailToken]) expect(await peek(link)).toBe('not_found');
  for (const link of [renewed.token, renewed.mailToken]) expect(await peek(link)).toBe('done');
  const ofOwner = await invite(owner, 'b@example.com', 'owner');
  expect(await outcomeOf(renewInvitation(people.core, admin, ofOwner.id))).toBe('missing_role_owner');
  expect((await people.record(account)).slice(0, 2)).toMatchObject([
    { actor: owner.person.email, detail: { email: 'a@example.com' } },
    { actor: admin.person.email, detail: { email: 'a@example.com', renewed: true } },
  ]);
});

test('R§10.3 foreign, unknown, revoked and expired invitations can be neither renewed nor revoked', async () => {
  const account = await people.account();
  const foreign = await invite(await people.account(), 'a@example.com');
  const revoked = await invite(account, 'b@example.com');
  await revokeInvitation(people.core, account, revoked.id);
  const expired = await invite(account, 'c@example.com');
  await people.expire(expired.id);
  for (const id of [foreign.id, revoked.id, expired.id, crypto.randomUUID(), 'no id']) {
    expect(await outcomeOf(renewInvitation(people.core, account, id))).toBe('not_found');
    expect(await outcomeOf(revokeInvitation(people.core, account, id))).toBe('not_found');
  }
  expect(await peek(foreign.token)).toBe('done');
});

test('R§10.3 only an owner renews, revokes or replaces an owner’s invitation', async () => {
  const account = await people.account();
  const [owner, admin] = [await people.member(account, 'owner'), await people.member(account, 'admin')];
  const { id, token } = await invite(owner, 'o@example.com', 'owner');
  const revoke = (inviter: Inviter) => outcomeOf(revokeInvitation(people.core, inviter, id));
  expect(await outcomeOf(renewInvitation(people.core, admin, id))).toBe('missing_role_owner');
  expect(await revoke(admin)).toBe('missing_role_owner');
  expect(await outcomeOf(invite(admin, 'o@example.com', 'viewer'))).toBe('missing_role_owner');
  expect(await peek(token)).toBe('done');
  const ofViewer = await invite(owner, 'v@example.com');
  expect(await outcomeOf(revokeInvitation(people.core, admin, ofViewer.id))).toBe('done');
  expect(await outcomeOf(invite(owner, 'o@example.com', 'viewer'))).toBe('done');
  const another = await invite(owner, 'o@example.com', 'owner');
  expect(await outcomeOf(revokeInvitation(people.core, owner, another.id))).toBe('done');
});
