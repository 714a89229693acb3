import type { OperatorSiteView, SiteView } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { PlacedRow } from '../ground/part.ts';
import { olderThan, Parameters, type PageRequest } from '../ground/keyset-sql.ts';
import { matchesSite } from './matches-site.ts';

/** The row behind the views of a site: the site, its group, and the number of its active keys. */
export type SiteRow = Omit<SiteView, 'created_at'> & PlacedRow & { rate_limit_rps: number };

/**
 * Selects the sites of an account or of one of its groups, optionally only those that match `q`.
 */
export type SiteChoice = { account: { rowId: number }; group?: { rowId: number } | undefined; q?: string | undefined };

/**
 * Selects a page of the table `site`, newest first, in the order of an index (rulings §5.3), and
 * one more row if there is another page.
 */
export function selectSites(
  values: Parameters,
  { account, group, q }: SiteChoice,
  { limit, after }: PageRequest,
): string {
  const conditions = [
    `account_no = ${values.add(account.rowId)}`,
    ...(group === undefined ? [] : [`group_no = ${values.add(group.rowId)}`]),
    ...olderThan(values, 'created_at', 'no', after),
    ...(q === undefined ? [] : [matchesSite(values, q)]),
  ];
  return `SELECT * FROM site WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, no DESC LIMIT ${limit + 1}`;
}

/**
 * Reads a page of sites, newest first, and one row more than `limit` if there is another page. It
 * is plain SQL because the generated client would count the keys of all accounts. The lateral join
 * looks up the group of each site, because any other join would read the groups of all accounts.
 */
export async function readSites({ db }: Db, choice: SiteChoice, page: PageRequest): Promise<SiteRow[]> {
  const values = new Parameters();
  const selected = selectSites(values, choice, page);
  const { rows } = await db.work.query<SiteRow>(
    `SELECT s.no AS "rowId", s.id::text, s.domain, s.site_url, s.name, s.status, s.retention_days, s.created_at, s.rate_limit_rps,
       (SELECT count(*) FROM site_key k WHERE k.site_no = s.no AND k.revoked_at IS NULL) AS active_token_count,
       g.id::text AS group_id, g.name AS group_name
     FROM (${selected}) s LEFT JOIN LATERAL (SELECT id, name FROM site_group WHERE no = s.group_no LIMIT 1) g ON true
     ORDER BY s.created_at DESC, s.no DESC`,
    values.list,
  );
  return rows;
}

function common({ id, domain, site_url, name, status, retention_days, created_at, active_token_count }: SiteRow) {
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
export function siteView(row: SiteRow): SiteView {
  return { ...common(row), group_id: row.group_id, group_name: row.group_name };
}

/** rulings §8: the operator's view has no group fields. */
export function operatorSiteView(row: SiteRow, accountId: string): OperatorSiteView {
  return { ...common(row), account_id: accountId, rate_limit_rps: row.rate_limit_rps };
}
