import {
  DomainError,
  isLocalDomain,
  isUuid,
  shownAccess,
  type CreatedSite,
  type CreateSiteInput,
} from '@goal/contract';
import { uniqueViolation, type Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount, type LockedAccount } from '../ground/change-account.ts';
import { keptDays, remainingSites } from '../ground/limits-of.ts';
import { findGroup } from '../group/find-group.ts';
import { insertKey } from '../key/insert-key.ts';

/**
 * Registers a site and mints its first key in one call (interface.md §4 rules 1 to 3). Judged in
 * the order of rulings §4.1: group (`not_found`), domain (`site_registered`), quota (`site_limit`).
 */
export async function createSite(core: Db, caller: Caller, input: CreateSiteInput): Promise<CreatedSite> {
  const access = input.access ?? 'full';
  const limited = shownAccess(access);
  try {
    return await changeAccount(core, caller, async ({ tx, account, record, tellLog }) => {
      const groupRowId = await chosenGroup(tx, caller, input.group_id);
      const domainScope = isLocalDomain(input.domain) ? account.rowId : 0;
      const taken = await tx.site.count({ where: { domain: input.domain, domainScope } });
      if (taken > 0) throw new DomainError('site_registered');
      await judgeQuota(tx, account);
      const site = await tx.site.create({
        data: {
          accountRowId: account.rowId,
          groupRowId,
          domain: input.domain,
          domainScope,
          siteUrl: input.site_url,
          name: input.name ?? null,
          retentionDays: account.plan.retentionDays,
        },
        select: { rowId: true, id: true },
      });
      const key = await insertKey('site', (data) =>
        tx.siteKey.createMany({ data: { ...data, siteRowId: site.rowId, access }, skipDuplicates: true }),
      );
      await record({
        action: 'site.create',
        siteId: site.id,
        detail: { domain: input.domain, key: key.prefix, ...limited },
      });
      await tellLog({ kind: 'site.begin', site, retentionDays: keptDays(account) });
      return { site_id: site.id, domain: input.domain, token: key.token, prefix: key.prefix, ...limited };
    });
  } catch (error) {
    // Another account registered the domain between the check and the insert.
    if (uniqueViolation(error) === 'site_domain_domain_scope_key')
      throw new DomainError('site_registered', { cause: error });
    throw error;
  }
}

/**
 * Checks the quota of active sites (rulings §4.1), for creating and for activating. Throws
 * `site_limit`.
 */
export async function judgeQuota(tx: Tx, account: LockedAccount): Promise<void> {
  const active = await tx.site.count({ where: { accountRowId: account.rowId, status: 'active' } });
  if (remainingSites(account, active) === 0) throw new DomainError('site_limit');
}

/** A group key's site is in its group, else `not_found` (interface.md §4 rule 3, rulings §5.2). */
async function chosenGroup(tx: Tx, { account, group }: Caller, id: string | null | undefined): Promise<number | null> {
  if (group !== undefined) {
    if (id === undefined || (isUuid(id) && id.toLowerCase() === group.id)) return group.rowId;
    throw new DomainError('not_found');
  }
  return id === undefined || id === null ? null : (await findGroup(tx, account.rowId, id)).rowId;
}
