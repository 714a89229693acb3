import type { InspectedSiteRow } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import type { Position } from '../ground/position.ts';
import { findGroup } from '../group/find-group.ts';
import { matchesSite } from '../site/matches-site.ts';
import { inspectedSiteRow, readInspectedSites } from '../stats/inspected-sites.ts';
import { olderThan, splitPage, Parameters, type PageRequest } from '../ground/keyset-sql.ts';

type AccountSiteFilter = {
  /** Part of the domain or of the name in any case, or a site id. */
  q?: string | undefined;
  status?: InspectedSiteRow['status'][] | undefined;
  groupId?: string | undefined;
};

/**
 * GET /admin/accounts/{id}/sites: a page of the account's sites with their arrivals, newest first.
 * Throws `not_found` for a group that the account does not have.
 */
export async function listAccountSites(
  core: Core,
  { account }: Pick<Caller, 'account'>,
  { q, status, groupId }: AccountSiteFilter,
  { limit, after }: PageRequest,
): Promise<{ sites: InspectedSiteRow[]; next: Position | undefined }> {
  const values = new Parameters();
  const conditions = [`account_no = ${values.add(account.rowId)}`, ...olderThan(values, 'created_at', 'no', after)];
  if (status !== undefined) conditions.push(`status = ANY(${values.add(status)}::text[])`);
  if (groupId !== undefined) {
    const group = await findGroup(core.db.prisma, account.rowId, groupId);
    conditions.push(`group_no = ${values.add(group.rowId)}`);
  }
  if (q !== undefined) conditions.push(matchesSite(values, q));
  const selected = `SELECT * FROM site WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, no DESC LIMIT ${values.add(limit + 1)}`;
  const rows = await readInspectedSites(core, { account }, { selected, values: values.list });
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.created_at.getTime(), id: row.rowId }));
  return { sites: page.map(inspectedSiteRow), next };
}
