import { DomainError, isUuid, type Role } from '@goal/contract';
import { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { makerOf } from '../ground/actor.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { endingMember, endMemberships, reachDetail, revokeInvitations } from '../ground/end-memberships.ts';
import { findGroup } from '../group/find-group.ts';
import { tellOfAdministrator } from '../mail/news.ts';
import { countOwners, judgeInviter, judgeReach, type Inviter } from './inviter.ts';

/** What changes of a member; what is omitted stays. */
export type MemberChange = { role?: Role | undefined; groupId?: unknown };

const member = { ...endingMember, id: true, groupRowId: true } as const satisfies Prisma.MembershipSelect;
type ChangedMember = Prisma.MembershipGetPayload<{ select: typeof member }>;

async function findMember({ tx, account }: Change, id: string): Promise<ChangedMember> {
  const found = isUuid(id)
    ? await tx.membership.findFirst({ where: { id, accountRowId: account.rowId }, select: member })
    : null;
  if (found === null) throw new DomainError('not_found');
  return found;
}

/** Throws `last_owner` if this member is the account's only owner (rulings §10.3). */
async function judgeOwnerStays(change: Change, { role }: { role: string }): Promise<void> {
  if (role === 'owner' && (await countOwners(change)) === 1) throw new DomainError('last_owner');
}

/**
 * Changes a member's role and reach. An owner reaches the whole account, so a member who becomes
 * one loses the group. Open invitations that the member could not make any more are revoked
 * (rulings §10.3). Throws `invalid_role` for an owner with a group; `not_found` for an unknown or
 * foreign member or group; what `judgeInviter` throws, for the role before and the one after;
 * `last_owner`.
 */
export async function updateMember(
  core: Db,
  inviter: Inviter,
  id: string,
  { role, groupId }: MemberChange,
): Promise<void> {
  if (role !== undefined) judgeReach(role, groupId);
  await changeAccount(core, inviter, async (change) => {
    const { tx, account, record } = change;
    await judgeInviter(change, inviter);
    const before = await findMember(change, id);
    const after = role ?? before.role;
    judgeReach(after, groupId);
    await judgeInviter(change, inviter, before.role, after);
    const group = await groupAfter(change, before, after, groupId);
    if (after === before.role && group?.id === before.group?.id) return;
    if (after !== 'owner') await judgeOwnerStays(change, before);
    const groupRowId = group === null ? null : (await findGroup(tx, account.rowId, group.id)).rowId;
    await tx.membership.update({ where: { rowId: before.rowId }, data: { role: after, groupRowId } });
    await record({
      action: 'member.update',
      detail: { ...reachDetail({ email: before.person.email, role: after, group }), from: before.role },
    });
    if (after !== before.role || before.groupRowId !== null)
      await tellOfAdministrator(tx, account, {
        email: before.person.email,
        role: after,
        groupRowId,
        by: makerOf(inviter.actor),
      });
    const made = Prisma.sql`inviter_no = ${before.personRowId}`;
    if (after === 'viewer' || group !== null) await revokeInvitations(change, made);
    else if (after !== 'owner') await revokeInvitations(change, Prisma.sql`${made} AND role = 'owner'`);
  });
}

async function groupAfter(
  { tx, account }: Change,
  before: ChangedMember,
  role: string,
  groupId: unknown,
): Promise<{ id: string; name: string } | null> {
  if (role === 'owner' || groupId === null) return null;
  return groupId === undefined ? before.group : findGroup(tx, account.rowId, groupId);
}

/**
 * Removes a member, who is out at the next request (rulings §10.4). An operator may remove the only
 * owner while another one is invited. Throws what `judgeInviter` throws, `not_found` for an unknown
 * or foreign member, and `last_owner`.
 */
export async function removeMember(core: Db, inviter: Inviter, id: string): Promise<void> {
  await changeAccount(core, inviter, async (change) => {
    await judgeInviter(change, inviter);
    const found = await findMember(change, id);
    await judgeInviter(change, inviter, found.role);
    if (inviter.person !== undefined || !(await isOwnerInvited(change))) await judgeOwnerStays(change, found);
    await endMemberships(change, [found], 'member.remove');
  });
}

async function isOwnerInvited({ tx, account }: Change): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ invited: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM invitation WHERE account_no = ${account.rowId} AND role = 'owner'
      AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()) AS invited`;
  return row.invited;
}

/** Ends the person's own membership. Throws `not_found` and `last_owner`. */
export async function leaveAccount(core: Db, caller: Caller, person: { rowId: number }): Promise<void> {
  await changeAccount(core, caller, async (change) => {
    const { tx, account } = change;
    const own = await tx.membership.findUnique({
      where: { personRowId_accountRowId: { personRowId: person.rowId, accountRowId: account.rowId } },
      select: endingMember,
    });
    if (own === null) throw new DomainError('not_found');
    await judgeOwnerStays(change, own);
    await endMemberships(change, [own], 'member.leave');
  });
}
