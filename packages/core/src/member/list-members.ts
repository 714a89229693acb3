import { limits, type MembersView } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { MembershipPart, SessionCredential } from '../credential/credential.ts';
import type { People } from '../person/people.ts';
import { factorColumns, type FactorColumns, hasFactor } from '../sign-in/ways/second-factor.ts';

type ListedMemberRow = { rowId: number };
type ReachOfMember = { group_id: string | null; group_name: string | null };
type MemberRow = Omit<MembersView['members'][number], 'group' | 'created_at' | 'seen_at' | 'second_factor'> &
  ReachOfMember &
  FactorColumns & { created_at: Date; seen_at: Date | null };
type InvitationRow = Omit<MembersView['invitations'][number], 'group' | 'expires_at'> &
  ReachOfMember & { expires_at: Date };

/**
 * dashboard.members.list: the members, oldest first, and the open invitations, newest first.
 * Owners and admins of the whole account see everything, a viewer names and roles alone, and a
 * member of one group the names and roles of that group's members (rulings §10.3, §10.6).
 */
export async function listMembers(
  core: Db,
  people: Pick<People, 'sso'>,
  session: Pick<SessionCredential, 'person'>,
  { account, role, group }: MembershipPart,
): Promise<MembersView> {
  const members = await readMembers(core, people, { account, person: session.person, group });
  if (role === 'viewer' || group !== undefined) return { members: members.map(nameAndRole), invitations: [] };
  return { members, invitations: await readInvitations(core, account) };
}

function nameAndRole(member: MembersView['members'][number]): MembersView['members'][number] {
  return { ...member, email: null, group: null, created_at: null, seen_at: null, second_factor: null };
}

async function readMembers(
  { db }: Db,
  people: Pick<People, 'sso'>,
  { account, person, group }: { account: ListedMemberRow; person: ListedMemberRow; group: ListedMemberRow | undefined },
): Promise<MembersView['members']> {
  const { rows } = await db.work.query<MemberRow>(
    `SELECT m.id::text, p.email, p.name, m.role, g.id::text AS group_id, g.name AS group_name, m.created_at,
       (SELECT max(e.at) FROM session s JOIN session_entry e ON e.session_no = s.no AND e.account_no = m.account_no
        WHERE s.person_no = p.no) AS seen_at,
       ${factorColumns}, p.no = $2 AS current
     FROM membership m JOIN person p ON p.no = m.person_no LEFT JOIN site_group g ON g.no = m.group_no
     WHERE m.account_no = $1 AND ($3::int IS NULL OR m.group_no = $3)
     ORDER BY m.created_at, m.no LIMIT $4`,
    [account.rowId, person.rowId, group?.rowId ?? null, limits.membersPerAccount],
  );
  return rows.map(({ group_id: groupId, group_name: groupName, ownsFactor, issuers, ...row }) => ({
    ...row,
    group: reachOf(groupId, groupName),
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at?.toISOString() ?? null,
    second_factor: hasFactor(people, { ownsFactor, issuers }),
  }));
}

/** The open invitations of an account, newest first. */
export async function readInvitations({ db }: Db, account: { rowId: number }): Promise<MembersView['invitations']> {
  const { rows } = await db.work.query<InvitationRow>(
    `SELECT i.id::text, i.email, i.role, g.id::text AS group_id, g.name AS group_name, i.created_by, i.expires_at
     FROM invitation i LEFT JOIN site_group g ON g.no = i.group_no
     WHERE i.account_no = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
     ORDER BY i.created_at DESC, i.no DESC LIMIT $2`,
    [account.rowId, limits.invitationsPerAccount],
  );
  return rows.map(({ group_id: groupId, group_name: groupName, ...row }) => ({
    ...row,
    group: reachOf(groupId, groupName),
    expires_at: row.expires_at.toISOString(),
  }));
}

function reachOf(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name };
}
