import { DomainError, isUuid } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Actor } from '../ground/actor.ts';
import type { Caller } from '../ground/caller.ts';
import type { SiteRef } from '../ground/find-site.ts';

/**
 * Finds the account that an operator names. Throws `not_found` for unknown and malformed ids alike,
 * so that ids cannot be enumerated (interface.md §7).
 */
export async function findAccount(core: Db, actor: Actor, id: string): Promise<Caller> {
  const account = isUuid(id)
    ? await core.db.prisma.account.findFirst({ where: { id }, select: { rowId: true, id: true } })
    : null;
  if (account === null) throw new DomainError('not_found');
  return { actor, account };
}

/**
 * Finds a site that an operator names, with its account, for the verbs on sites. Throws
 * `not_found`.
 */
export async function findAccountOfSite(
  core: Db,
  actor: Actor,
  siteId: string,
): Promise<{ caller: Caller; site: SiteRef }> {
  const found = isUuid(siteId)
    ? await core.db.prisma.site.findFirst({
        where: { id: siteId },
        select: { rowId: true, id: true, account: { select: { rowId: true, id: true } } },
      })
    : null;
  if (found === null) throw new DomainError('not_found');
  const { account, ...site } = found;
  return { caller: { actor, account }, site };
}
