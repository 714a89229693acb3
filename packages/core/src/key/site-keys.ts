import { DomainError, shownAccess, type KeyAccess, type MintedSiteKey, type SiteKeyView } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { siteKeyCap } from '../ground/limits-of.ts';
import { findSite, type SiteRef } from '../ground/find-site.ts';
import type { Part } from '../ground/part.ts';
import { insertKey } from './insert-key.ts';
import { keyView, listKeys } from './key-view.ts';

/** GET /sites/{id}/tokens: active and revoked, newest first. */
export function listSiteKeys(core: Db, site: SiteRef): Promise<Part<SiteKeyView>> {
  return listKeys(core, 'site_key', site, keyView);
}

/**
 * POST /sites/{id}/tokens: a second key allows rotation without downtime (interface.md §5 rule 3).
 * Throws `two_site_keys`; a reseller has no cap.
 */
export async function mintSiteKey(
  core: Db,
  caller: Caller,
  siteId: string,
  access: KeyAccess = 'full',
): Promise<MintedSiteKey> {
  const limited = shownAccess(access);
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    const site = await findSite(tx, caller, siteId);
    const active = await tx.siteKey.count({ where: { siteRowId: site.rowId, revokedAt: null } });
    if (active >= siteKeyCap(account)) throw new DomainError('two_site_keys');
    const key = await insertKey('site', (data) =>
      tx.siteKey.createMany({ data: { ...data, siteRowId: site.rowId, access }, skipDuplicates: true }),
    );
    await record({ action: 'site_key.create', siteId: site.id, detail: { prefix: key.prefix, ...limited } });
    return { token: key.token, prefix: key.prefix, ...limited };
  });
}

/**
 * DELETE /sites/{id}/tokens/{prefix}. Throws `not_found` for an unknown or already revoked prefix
 * (rulings §3.5).
 */
export async function revokeSiteKey(core: Db, caller: Caller, siteId: string, prefix: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, record }) => {
    const site = await findSite(tx, caller, siteId);
    const revoked = await tx.$executeRaw`
      UPDATE site_key SET revoked_at = clock_timestamp() WHERE site_no = ${site.rowId} AND prefix = ${prefix} AND revoked_at IS NULL`;
    if (revoked === 0) throw new DomainError('not_found');
    await record({ action: 'site_key.revoke', siteId: site.id, detail: { prefix } });
  });
}
