import type { OperatorSiteView, SiteView } from '@goal/contract';
import type { Prisma } from '@goal/db';

/** What a site's views are made of: the site, its group, and the number of keys that work. */
export const siteSelection = {
  no: true,
  id: true,
  domain: true,
  siteUrl: true,
  name: true,
  status: true,
  retentionDays: true,
  rateLimitRps: true,
  createdAt: true,
  group: { select: { id: true, name: true } },
  _count: { select: { keys: { where: { revokedAt: null } } } },
} satisfies Prisma.SiteSelect;

type Row = Prisma.SiteGetPayload<{ select: typeof siteSelection }>;

/** Newest first (rulings §5.3). */
export const newestFirst = [{ createdAt: 'desc' }, { no: 'desc' }] satisfies Prisma.SiteOrderByWithRelationInput[];

function common(row: Row) {
  return {
    id: row.id,
    domain: row.domain,
    site_url: row.siteUrl,
    name: row.name,
    // The column is a text with a check that knows these three.
    status: row.status as SiteView['status'],
    retention_days: row.retentionDays,
    created_at: row.createdAt.toISOString(),
    active_token_count: row._count.keys,
  };
}

/** interface.md §2 Site */
export function siteView(row: Row): SiteView {
  return { ...common(row), group_id: row.group?.id ?? null, group_name: row.group?.name ?? null };
}

/** rulings §8: the operator's view has no group fields. */
export function operatorSiteView(row: Row, accountId: string): OperatorSiteView {
  return { ...common(row), account_id: accountId, rate_limit_rps: row.rateLimitRps };
}
