import type { AccountView } from '@goal/contract';

import type { Core } from '../core.ts';
import type { AccountCredential } from '../credential/credential.ts';

/**
 * GET /me (interface.md §2 Account): the account as this key may see it. A reseller's limits are
 * all -1.
 */
export async function getMe(core: Core, key: AccountCredential): Promise<AccountView> {
  const { account, plan, group } = key;
  const { rows } = await core.db.lookups.query<{ active: number; paused: number; groups: number }>({
    name: 'me-usage',
    text: `SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'paused') AS paused,
             (SELECT count(*) FROM site_group g WHERE g.account_no = $1) AS groups
           FROM site WHERE account_no = $1 AND ($2::int IS NULL OR group_no = $2)`,
    values: [account.rowId, group?.rowId ?? null],
  });
  const usage = rows[0] ?? { active: 0, paused: 0, groups: 0 };
  return {
    account_id: account.id,
    email: account.email,
    plan: plan.slug,
    is_reseller: account.isReseller,
    limits: account.isReseller
      ? { sites: -1, retention_days: -1, keys_per_site: -1 }
      : { sites: plan.sites, retention_days: plan.retentionDays, keys_per_site: plan.keysPerSite },
    usage: { sites_active: usage.active, sites_paused: usage.paused, groups: group === undefined ? usage.groups : 1 },
    key: { prefix: key.prefix, created_at: key.createdAt.toISOString() },
    ...(group === undefined ? {} : { group: { id: group.id, name: group.name } }),
  };
}
