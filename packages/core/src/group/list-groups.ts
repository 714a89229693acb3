import type { GroupView } from '@goal/contract';

import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';

/**
 * GET /groups: newest first, by an exact reference where one is given; a group key sees its one row (rulings §5.3). In SQL of its own, because
 * the generated client counts the sites of all accounts to tell those of one.
 */
export async function listGroups(
  core: Core,
  { account, group }: Omit<Caller, 'actor'>,
  externalRef?: string,
): Promise<GroupView[]> {
  const { rows } = await core.db.work.query<Omit<GroupView, 'created_at'> & { created_at: Date }>({
    name: 'groups-of-account',
    text: `SELECT g.id::text, g.name, g.external_ref, (SELECT count(*) FROM site s WHERE s.group_no = g.no) AS site_count, g.created_at
           FROM site_group g
           WHERE g.account_no = $1 AND ($2::int IS NULL OR g.no = $2) AND ($3::text IS NULL OR g.external_ref = $3)
           ORDER BY g.created_at DESC, g.no DESC`,
    values: [account.no, group?.no ?? null, externalRef ?? null],
  });
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
