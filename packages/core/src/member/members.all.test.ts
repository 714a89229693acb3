import type { Role } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, outcomeOf, outcomesOf } from '../../test/members-world.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { deleteGroup } from '../group/change-group.ts';
import type { Caller } from '../ground/caller.ts';
import { leaveAccount, removeMember, updateMember, type MemberChange } from './change-members.ts';
import { inviteMember } from './invite-member.ts';
import type { Inviter } from './inviter.ts';
import { getInvitation } from './join-account.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

const invite = (inviter: Inviter, role: Role = 'viewer', groupId?: unknown) =>
  inviteMember(people.core, inviter, { email: `${crypto.randomUUID()}@example.com`, role, groupId });
const peek = (token: string) => outcomeOf(getInvitation(people.core, token));
const update = (by: Inviter, { id }: { id: string }, change: MemberChange) =>
  outcomeOf(updateMember(people.core, by, id, change));
const remove = (by: Inviter, { id }: { id: string }) => outcomeOf(removeMember(people.core, by, id));
const leave = (member: Caller & { person: { rowId: number } }) => leaveAccount(people.core, member, member.person);
const membershipsOf = ({ account }: Caller) =>
  world.db.prisma.membership.findMany({ where: { accountRowId: account.rowId }, orderBy: { rowId: 'asc' } });

test('R§10.3 the last owner neither leaves nor is removed nor becomes less', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  expect(await outcomeOf(leave(owner))).toBe('last_owner');
  expect(await remove(owner, owner)).toBe('last_owner');
  expect(await update(owner, owner, { role: 'admin' })).toBe('last_owner');
  const second = await people.member(account, 'owner');
  expect(await outcomeOf(leave(second))).toBe('done');
  expect(await membershipsOf(account)).toMatchObject([{ id: owner.id, role: 'owner' }]);
});

test('R§10.3 of two owners who leave, are removed or become less at once, one stays', async () => {
  const ways: ((owner: Awaited<ReturnType<typeof people.member>>) => Promise<unknown>)[] = [
    leave,
    (owner) => removeMember(people.core, owner, owner.id),
    (owner) => updateMember(people.core, owner, owner.id, { role: 'viewer' }),
  ];
  for (const way of ways) {
    const account = await people.account();
    const owners = [await people.member(account, 'owner'), await people.member(account, 'owner')];
    expect(await outcomesOf(owners.map((owner) => () => way(owner)))).toEqual({ done: 1, last_owner: 1 });
    expect((await membershipsOf(account)).filter(({ role }) => role === 'owner')).toHaveLength(1);
  }
});

test('R§10.3 somebody who leaves twice at once leaves once', async () => {
  const account = await people.account();
  const viewer = await people.member(account, 'viewer');
  expect(await outcomesOf([() => leave(viewer), () => leave(viewer)])).toEqual({ done: 1, not_found: 1 });
  expect(await people.record(account)).toEqual([
    { action: 'member.leave', actor: viewer.person.email, detail: { email: viewer.person.email, role: 'viewer' } },
  ]);
});

test('R§10.3 only an owner handles owners, and a member of one group or a viewer nobody', async () => {
  const account = await people.account();
  const group = await people.group(account);
  const owner = await people.member(account, 'owner');
  const admin = await people.member(account, 'admin');
  const viewer = await people.member(account, 'viewer');
  const groupAdmin = await people.member(account, 'admin', group);
  expect(await remove(admin, owner)).toBe('missing_role_owner');
  expect(await update(admin, owner, { role: 'viewer' })).toBe('missing_role_owner');
  expect(await update(admin, viewer, { role: 'owner' })).toBe('missing_role_owner');
  expect(await update(viewer, admin, { role: 'viewer' })).toBe('missing_role_admin');
  expect(await remove(groupAdmin, viewer)).toBe('whole_account_required');
  expect(await update(admin, viewer, { role: 'admin' })).toBe('done');
  expect(await update(owner, viewer, { role: 'owner' })).toBe('done');
  expect(await remove(owner, admin)).toBe('done');
});

test('R§10.3 a member gets a group and back the whole account; an owner has none', async () => {
  const account = await people.account();
  const [group, foreign] = [await people.group(account), await people.group(await people.account())];
  const owner = await people.member(account, 'owner');
  const member = await people.member(account, 'viewer');
  const reach = async () => (await membershipsOf(account)).find(({ id }) => id === member.id);
  for (const id of [foreign.id, crypto.randomUUID(), 'no id', 7])
    expect(await update(owner, member, { groupId: id })).toBe('not_found');
  expect(await update(owner, member, { groupId: group.id })).toBe('done');
  expect(await update(owner, member, { role: 'admin' })).toBe('done');
  expect(await reach()).toMatchObject({ role: 'admin', groupRowId: group.rowId });
  expect(await update(owner, member, { role: 'owner', groupId: group.id })).toBe('invalid_role');
  expect(await update(owner, owner, { groupId: group.id })).toBe('invalid_role');
  expect(await update(owner, member, { role: 'owner' })).toBe('done');
  expect(await reach()).toMatchObject({ role: 'owner', groupRowId: null });
  // What stands already is not recorded.
  expect(await update(owner, member, { role: 'owner', groupId: null })).toBe('done');
  const email = member.person.email;
  expect(await people.record(account)).toMatchObject([
    { action: 'member.update', detail: { email, role: 'viewer', from: 'viewer', group_id: group.id } },
    { action: 'member.update', detail: { email, role: 'admin', from: 'viewer', group_id: group.id } },
    { action: 'member.update', detail: { email, role: 'owner', from: 'admin' } },
  ]);
});

test('R§10.3 foreign, unknown and malformed members are not found', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const foreign = await people.member(await people.account(), 'viewer');
  for (const id of [foreign.id, crypto.randomUUID(), 'no id']) {
    expect(await update(owner, { id }, { role: 'viewer' })).toBe('not_found');
    expect(await remove(owner, { id })).toBe('not_found');
  }
});

test('R§10.3 who leaves or is removed leaves no invitation behind, and each end is recorded', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const [leaving, removed] = [await people.member(account, 'admin'), await people.member(account, 'admin')];
  const ended = [await invite(leaving), await invite(removed)];
  const kept = [await invite(owner), await invite(account)];
  await leave(leaving);
  await remove(owner, removed);
  for (const { token, mailToken } of ended)
    expect([await peek(token), await peek(mailToken)]).toEqual(['not_found', 'not_found']);
  for (const { token } of kept) expect(await peek(token)).toBe('done');
  expect((await people.record(account)).slice(4).map(({ action, actor }) => [action, actor])).toEqual([
    ['member.leave', leaving.person.email],
    ['invitation.revoke', leaving.person.email],
    ['member.remove', owner.person.email],
    ['invitation.revoke', owner.person.email],
  ]);
});

test('R§10.3 an invitation ends when its maker could not make it any more', async () => {
  const account = await people.account();
  const group = await people.group(account);
  const owner = await people.member(account, 'owner');
  const lowered = await people.member(account, 'owner');
  const [ofOwner, ofViewer] = [await invite(lowered, 'owner'), await invite(lowered, 'viewer')];
  await update(owner, lowered, { role: 'admin' });
  expect([await peek(ofOwner.token), await peek(ofViewer.token)]).toEqual(['not_found', 'done']);
  await update(owner, lowered, { groupId: group.id });
  expect(await peek(ofViewer.token)).toBe('not_found');
  const admin = await people.member(account, 'admin');
  const made = await invite(admin);
  await update(owner, admin, { role: 'viewer' });
  expect(await peek(made.token)).toBe('not_found');
});

test('R§10.3 an invitation that is made while its maker is removed does not outlive them', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const admin = await people.member(account, 'admin');
  await Promise.allSettled([
    ...Array.from({ length: 8 }, () => invite(admin)),
    removeMember(people.core, owner, admin.id),
  ]);
  const open = await world.db.prisma.invitation.count({
    where: { accountRowId: account.account.rowId, revokedAt: null },
  });
  expect(open).toBe(0);
});

test('R§10.3 a deleted group takes its members and invitations along, by whomever, and nobody’s reach grows', async () => {
  for (const kind of ['account_key', 'member'] as const) {
    const account = await people.account();
    const [group, other] = [await people.group(account), await people.group(account)];
    const owner = await people.member(account, 'owner');
    const kept = await people.member(account, 'viewer', other);
    const clients = [await people.member(account, 'viewer', group), await people.member(account, 'admin', group)];
    const [gone, stays] = [await invite(owner, 'viewer', group.id), await invite(owner, 'viewer', other.id)];
    const actor = kind === 'member' ? owner.actor : { kind, name: 'k3v9x2ab' };
    const before = (await people.record(account)).length;
    await deleteGroup(people.core, { ...account, actor }, group.id);
    expect(await membershipsOf(account)).toMatchObject([
      { id: owner.id, groupRowId: null },
      { id: kept.id, groupRowId: other.rowId },
    ]);
    expect([await peek(gone.token), await peek(stays.token)]).toEqual(['not_found', 'done']);
    const detail = { group_id: group.id, group_name: group.name };
    expect((await people.record(account)).slice(before)).toMatchObject([
      { action: 'member.remove', actor: actor.name, detail: { ...detail, email: clients[0]?.person.email } },
      { action: 'member.remove', actor: actor.name, detail: { ...detail, email: clients[1]?.person.email } },
      { action: 'invitation.revoke', actor: actor.name, detail: { ...detail, email: gone.email } },
      { action: 'group.delete', actor: actor.name },
    ]);
  }
});

test('R§10.25 an operator removes the last owner only while another one is invited', async () => {
  const account = await people.account();
  const operator: Inviter = { ...account, actor: { kind: 'operator', name: 'desk' } };
  const owner = await people.member(account, 'owner');
  await invite(account, 'admin');
  expect(await remove(operator, owner)).toBe('last_owner');
  await invite(account, 'owner');
  expect(await remove(operator, owner)).toBe('done');
});

test('a deleted account takes memberships and invitations along, and its people stay', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const { token } = await invite(owner);
  await deleteAccount(people.core, account);
  expect(await peek(token)).toBe('not_found');
  expect(await outcomeOf(invite(owner))).toBe('not_found');
  const { rowId } = owner.person;
  const person = await world.db.prisma.person.findFirst({ where: { rowId }, include: { memberships: true } });
  expect(person).toMatchObject({ memberships: [] });
});
