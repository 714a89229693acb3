import { DomainError } from '@goal/contract';
import {
  mintAccountKey,
  mintGroupKey,
  mintSiteKey,
  revokeAccountKey,
  revokeGroupKey,
  revokeSiteKey,
  type Core,
} from '@goal/core';

import { Refusal } from '../refusal.ts';
import { demoActor, isActive, type DemoAccount } from './demo-account.ts';

/** The keys that a run prints. */
export type DemoKeys = Awaited<ReturnType<typeof renewKeys>>;

/**
 * Revokes the keys that the demo has printed, according to its recorded actions, and mints new
 * ones: one for the account, one for each group, and one for the first site that has room for a
 * key, in place of the key it was registered with. The other sites keep that first key, which
 * nobody has seen, so that each site has a key. Keys that a person made stay. Throws the refusals
 * of the key limits.
 */
export async function renewKeys(core: Core, demo: DemoAccount) {
  const { caller } = demo;
  const own = await ownKeys(core, demo);
  for (const { act, prefix, owner } of own) {
    if (act === 'account_key.create') await revokeAccountKey(core, caller, prefix);
    if (act === 'group_key.create') await revokeGroupKey(core, caller, owner, prefix);
    if (act === 'site_key.create') await revokeSiteKey(core, caller, owner, prefix);
  }
  const named = { name: demoActor.name };
  const account = (await mintAccountKey(core, caller, named)).key;
  const groups = [];
  for (const { id, name } of demo.groups)
    groups.push({ id, name, key: (await mintGroupKey(core, caller, id, named)).key });
  for (const { id, plan } of demo.sites.filter(isActive)) {
    try {
      for (const { act, prefix, owner } of own)
        if (act === 'site.create' && owner === id) await revokeSiteKey(core, caller, id, prefix);
      return { account, groups, site: { id, domain: plan.domain, key: (await mintSiteKey(core, caller, id)).token } };
    } catch (error) {
      // A person has made two keys for this site: try the next site.
      if (!(error instanceof DomainError && error.code === 'two_site_keys')) throw error;
    }
  }
  throw new Refusal('No active site of the demo has room for another key: activate a site, or revoke a site key.');
}

/**
 * The demo's active keys; `owner` is the group or the site of a key that is not the account's. A
 * prefix is unique only within one kind of key (rulings §3.1).
 */
async function ownKeys(core: Core, { caller: { account } }: DemoAccount) {
  const { rows } = await core.db.work.query<{ act: string; prefix: string; owner: string }>(
    `SELECT a.action AS act, k.prefix, k.owner FROM action a JOIN (
         SELECT 'account_key' AS kind, prefix, '' AS owner FROM account_key WHERE account_no = $1 AND revoked_at IS NULL
         UNION ALL SELECT 'group_key', prefix, g.id::text FROM group_key JOIN site_group g ON g.no = group_no
           WHERE g.account_no = $1 AND revoked_at IS NULL
         UNION ALL SELECT 'site_key', prefix, s.id::text FROM site_key JOIN site s ON s.no = site_no
           WHERE s.account_no = $1 AND revoked_at IS NULL
       ) k ON k.prefix = coalesce(a.detail->>'prefix', a.detail->>'key')
     WHERE a.account_id = $2::uuid AND a.actor_kind = $3 AND a.actor = $4
       AND (a.action = k.kind || '.create' OR a.action = 'site.create' AND k.kind = 'site_key')`,
    [account.rowId, account.id, demoActor.kind, demoActor.name],
  );
  return rows;
}
