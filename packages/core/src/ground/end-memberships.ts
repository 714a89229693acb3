import { Prisma } from '@goal/db';

import type { Change } from './change-account.ts';

type EndingMember = {
  rowId: number;
  personRowId: number;
  role: string;
  person: { email: string };
  group: { id: string; name: string } | null;
};

/** What `endMemberships` needs to know of a membership. */
export const endingMember = {
  rowId: true,
  personRowId: true,
  role: true,
  person: { select: { email: true } },
  group: { select: { id: true, name: true } },
} as const satisfies Prisma.MembershipSelect;

/**
 * What the record says of a member or an invitation: the e-mail, the role, and where the reach is
 * one group, that group with its name at this moment.
 */
export function reachDetail({
  email,
  role,
  group,
}: {
  email: string;
  role: string;
  group: { id: string; name: string } | null;
}): Prisma.InputJsonObject {
  return { email, role, ...groupDetail(group) };
}

/** The group in the details of an act; nothing for the whole account. */
export const groupDetail = (group: { id: string; name: string } | null): Prisma.InputJsonObject =>
  group === null ? {} : { group_id: group.id, group_name: group.name };

/**
 * Revokes the account's open invitations for which `which` holds, and records each, the oldest
 * first. `which` is a condition on the table `invitation i`. Those that have expired are left
 * alone: nobody can use them. Returns how many it revoked.
 */
export async function revokeInvitations({ tx, account, record }: Change, which: Prisma.Sql): Promise<number> {
  type Row = { email: string; role: string; id: string | null; name: string | null };
  const revoked = await tx.$queryRaw<Row[]>`
    WITH revoked AS (
      UPDATE invitation i SET revoked_at = clock_timestamp()
      WHERE account_no = ${account.rowId} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp() AND ${which}
      RETURNING no, email, role, group_no
    )
    SELECT email, role, g.id::text, g.name FROM revoked r LEFT JOIN site_group g ON g.no = r.group_no ORDER BY r.no`;
  for (const { email, role, id, name } of revoked) {
    const group = id === null || name === null ? null : { id, name };
    await record({ action: 'invitation.revoke', detail: reachDetail({ email, role, group }) });
  }
  return revoked.length;
}

/**
 * Ends memberships and revokes the open invitations that these members made (rulings §10.3), each
 * with its record. The caller judges whether the account keeps an owner.
 */
export async function endMemberships(
  change: Change,
  members: readonly EndingMember[],
  action: 'member.leave' | 'member.remove',
): Promise<void> {
  if (members.length === 0) return;
  await change.tx.membership.deleteMany({ where: { rowId: { in: members.map(({ rowId }) => rowId) } } });
  for (const { person, role, group } of members)
    await change.record({ action, detail: reachDetail({ email: person.email, role, group }) });
  const inviters = members.map(({ personRowId }) => personRowId);
  await revokeInvitations(change, Prisma.sql`inviter_no = ANY(${inviters}::int[])`);
}

/**
 * Ends what falls with a group: its memberships and its invitations (rulings §10.3). Nobody's reach
 * grows by the deletion. Runs before the group is deleted, in the same transaction.
 */
export async function endGroupMemberships(change: Change, group: { rowId: number }): Promise<void> {
  const members = await change.tx.membership.findMany({
    where: { groupRowId: group.rowId },
    select: endingMember,
    orderBy: { rowId: 'asc' },
  });
  await endMemberships(change, members, 'member.remove');
  await revokeInvitations(change, Prisma.sql`group_no = ${group.rowId}`);
}
