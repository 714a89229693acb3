import { shownAccess, type AccountView, type DescribedAccount, type MemberAccount } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { brandOf } from '../brand/brand.ts';
import { accountKeyCap, opensApi } from '../ground/limits-of.ts';
import { newestCheckpoint } from '../ground/newest-checkpoint.ts';
import type { AccountCredential, MembershipPart } from '../credential/credential.ts';

type AskedAccount = Pick<AccountCredential, 'account' | 'plan'> & { group?: { rowId: number } | undefined };

/**
 * GET /me (interface.md §2 Account): the account as this key may see it. A reseller's limits are
 * all -1.
 */
export async function getMe(core: Db, key: AccountCredential): Promise<AccountView> {
  const { group } = key;
  return {
    ...(await readAccount(core, key)),
    key: { prefix: key.prefix, created_at: key.createdAt.toISOString(), ...shownAccess(key.access) },
    ...(group === undefined ? {} : { group: { id: group.id, name: group.name } }),
  };
}

/** `get_account` of MCP: the same with the account's signed log, once that has begun. */
export async function describeAccount(core: Db, key: AccountCredential): Promise<DescribedAccount> {
  const newest = await newestCheckpoint(core.db.pages, key.account.rowId);
  return {
    ...(await getMe(core, key)),
    ...(newest === undefined ? {} : { log: { origin: newest.origin, size: newest.size } }),
  };
}

/** dashboard.me (rulings §10.6): the same as this member may see it. */
export async function getMemberAccount(core: Db, membership: MembershipPart): Promise<MemberAccount> {
  const { account, role, group } = membership;
  return {
    ...(await readAccount(core, membership)),
    name: account.name,
    role,
    group: group === undefined ? null : { id: group.id, name: group.name },
    brand: await brandOf(core, account),
    second_factor: account.needsSecondFactor,
    hide_ip: account.hidesIp,
    api: opensApi({ ...membership.plan, ...account }),
    account_keys: account.isReseller ? -1 : accountKeyCap(account),
  };
}

/** What both show. One statement counts everything, because clients ask this often. */
async function readAccount(core: Db, { account, plan, group }: AskedAccount) {
  const [usage] = await rows<[active: number, paused: number, groups: number]>(core.db.lookups, {
    name: 'me-usage',
    text: `SELECT count(*) FILTER (WHERE status = 'active'), count(*) FILTER (WHERE status = 'paused'),
             (SELECT count(*) FROM site_group g WHERE g.account_no = $1)
           FROM site WHERE account_no = $1 AND ($2::int IS NULL OR group_no = $2)`,
    values: [account.rowId, group?.rowId ?? null],
  });
  const [active, paused, groups] = usage ?? [0, 0, 0];
  return {
    account_id: account.id,
    email: account.email,
    plan: plan.slug,
    is_reseller: account.isReseller,
    limits: account.isReseller
      ? { sites: -1, retention_days: -1, keys_per_site: -1 }
      : { sites: plan.sites, retention_days: plan.retentionDays, keys_per_site: plan.keysPerSite },
    usage: { sites_active: active, sites_paused: paused, groups: group === undefined ? groups : 1 },
  };
}
