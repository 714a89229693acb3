import { limits, type OperatorMembers } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { readInvitations } from '../member/list-members.ts';
import type { People } from '../person/people.ts';
import { factorColumns, type FactorColumns, hasFactor } from '../sign-in/ways/second-factor.ts';

/**
 * GET /admin/accounts/{id}/members: the members, oldest first, and the open invitations, newest
 * first, without secrets.
 */
export async function listAccountMembers(
  core: Db,
  people: Pick<People, 'sso'>,
  { account }: Pick<Caller, 'account'>,
): Promise<OperatorMembers> {
  type Row = Omit<OperatorMembers['members'][number], 'group' | 'created_at' | 'seen_at' | 'second_factor'> &
    FactorColumns & {
      group_id: string | null;
      group_name: string | null;
      created_at: Date;
      seen_at: Date | null;
    };
  const { rows } = await core.db.work.query<Row>(
    `SELECT m.id::text, p.id::text AS person_id, p.email, p.name, m.role, g.id::text AS group_id, g.name AS group_name, m.created_at,
       (SELECT max(e.at) FROM session s JOIN session_entry e ON e.session_no = s.no AND e.account_no = m.account_no
        WHERE s.person_no = p.no) AS seen_at,
       ${factorColumns}
     FROM membership m JOIN person p ON p.no = m.person_no LEFT JOIN site_group g ON g.no = m.group_no
     WHERE m.account_no = $1 ORDER BY m.created_at, m.no LIMIT $2`,
    [account.rowId, limits.membersPerAccount],
  );
  const members = rows.map(({ group_id: groupId, group_name: groupName, ownsFactor, issuers, ...row }) => ({
    ...row,
    group: groupId === null || groupName === null ? null : { id: groupId, name: groupName },
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at?.toISOString() ?? null,
    second_factor: hasFactor(people, { ownsFactor, issuers }),
  }));
  return { members, invitations: await readInvitations(core, account) };
}
