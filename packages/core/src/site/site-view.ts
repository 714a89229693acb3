import type { OperatorSiteView, SiteView } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Core } from '../core.ts';

/** What a site's views are made of: the site, its group, and the number of keys that work. */
type Row = Omit<SiteView, 'created_at'> & { created_at: Date; rate_limit_rps: number };

/** Newest first (rulings §5.3). */
export const newestFirst = [{ createdAt: 'desc' }, { no: 'desc' }] satisfies Prisma.SiteOrderByWithRelationInput[];

/**
 * Every site of an account, or of one of its groups, newest first. In SQL of its own, because the generated client counts the keys of all
 * accounts to tell those of one.
 */
export async function readSites(
  { db }: Pick<Core, 'db'>,
  account: { no: number },
  group?: { no: number },
): Promise<Row[]> {
  const { rows } = await db.work.query<Row>({
    name: group === undefined ? 'sites-of-account' : 'sites-of-group',
    text: `SELECT s.id::text, s.domain, s.site_url, s.name, s.status, s.retention_days, s.created_at, s.rate_limit_rps,
             (SELECT count(*) FROM site_key k WHERE k.site_no = s.no AND k.revoked_at IS NULL) AS active_token_count,
             g.id::text AS group_id, g.name AS group_name
           FROM site s LEFT JOIN site_group g ON g.no = s.group_no
           WHERE s.account_no = $1 ${group === undefined ? '' : 'AND s.group_no = $2'}
           ORDER BY s.created_at DESC, s.no DESC`,
    values: group === undefined ? [account.no] : [account.no, group.no],
  });
  return rows;
}

function common({ id, domain, site_url, name, status, retention_days, created_at, active_token_count }: Row) {
  return {
    id,
    domain,
    site_url,
    name,
    status,
    retention_days,
    created_at: created_at.toISOString(),
    active_token_count,
  };
}

/** interface.md §2 Site */
export function siteView(row: Row): SiteView {
  return { ...common(row), group_id: row.group_id, group_name: row.group_name };
}

/** rulings §8: the operator's view has no group fields. */
export function operatorSiteView(row: Row, accountId: string): OperatorSiteView {
  return { ...common(row), account_id: accountId, rate_limit_rps: row.rate_limit_rps };
}
