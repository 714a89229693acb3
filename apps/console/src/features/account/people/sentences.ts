import type { OperatorMembers } from '@goal/contract';

type Member = OperatorMembers['members'][number];

/** «owner», «viewer of Shops». */
export function roleSentence({ role, group }: Pick<Member, 'role' | 'group'>): string {
  return group === null ? role : `${role} of ${group.name}`;
}

/** Why an operator invites nobody; undefined while the account has no owner (rulings §10.25). */
export function inviteRefusal(members: readonly Pick<Member, 'role'>[]): string | undefined {
  return members.some(({ role }) => role === 'owner') ? 'The account has an owner: ask them to invite' : undefined;
}

/** Why a member cannot be removed; undefined if they can. */
export function removeRefusal(
  { id, role }: Pick<Member, 'id' | 'role'>,
  {
    members,
    invitations,
  }: { members: readonly Pick<Member, 'id' | 'role'>[]; invitations: readonly Pick<Member, 'role'>[] },
): string | undefined {
  const isOwned = members.some((other) => other.role === 'owner' && other.id !== id);
  const isOwnerInvited = invitations.some((invitation) => invitation.role === 'owner');
  return role === 'owner' && !isOwned && !isOwnerInvited ? 'The account keeps one owner' : undefined;
}
