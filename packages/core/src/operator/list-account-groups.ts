import type { InspectedGroup } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import type { Position } from '../ground/position.ts';
import { matchesGroup } from '../group/matches-group.ts';
import { olderThan, splitPage, Parameters, where, type PageRequest } from '../ground/keyset-sql.ts';

/**
 * GET /admin/accounts/{id}/groups: a page of the account's groups whose name or reference contains
 * `q`, newest first, each with its number of sites and of active keys.
 */
export async function listAccountGroups(
  core: Db,
  { account }: Pick<Caller, 'account'>,
  { q }: { q?: string | undefined },
  { limit, after }: PageRequest,
): Promise<{ groups: InspectedGroup[]; next: Position | undefined }> {
  type Row = Omit<InspectedGroup, 'created_at'> & { rowId: number; created_at: Date };
  const values = new Parameters();
  const conditions = [
    `account_no = ${values.add(account.rowId)}`,
    ...olderThan(values, 'created_at', 'no', after),
    ...(q === undefined ? [] : [matchesGroup(values, q)]),
  ];
  const { rows } = await core.db.work.query<Row>(
    `SELECT g.no AS "rowId", g.id::text, g.name, g.external_ref, g.created_at,
       (SELECT count(*) FROM site s WHERE s.group_no = g.no) AS site_count,
       (SELECT count(*) FROM group_key k WHERE k.group_no = g.no AND k.revoked_at IS NULL) AS active_key_count
     FROM (SELECT * FROM site_group ${where(conditions)} ORDER BY created_at DESC, no DESC LIMIT ${values.add(limit + 1)}) g
     ORDER BY g.created_at DESC, g.no DESC`,
    values.list,
  );
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.created_at.getTime(), id: row.rowId }));
  const groups = page.map(({ rowId: _, ...row }) => ({ ...row, created_at: row.created_at.toISOString() }));
  return { groups, next };
}
