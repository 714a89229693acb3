import { DomainError, isUuid } from '@goal/contract';

import type { Actor } from '../action/actor.ts';
import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';

/** The account that an operator names; unknown and malformed ids are the same `not_found`, so ids cannot be enumerated (interface.md §7). */
export async function findAccount(core: Core, actor: Actor, id: string): Promise<Caller> {
  const account = isUuid(id)
    ? await core.db.prisma.account.findUnique({ where: { id }, select: { no: true, id: true } })
    : null;
  if (account === null) throw new DomainError('not_found');
  return { actor, account };
}

/** The account of a site that an operator names, for the verbs on sites. Throws `not_found`. */
export async function findAccountOfSite(core: Core, actor: Actor, siteId: string): Promise<Caller> {
  const site = isUuid(siteId)
    ? await core.db.prisma.site.findUnique({
        where: { id: siteId },
        select: { account: { select: { no: true, id: true } } },
      })
    : null;
  if (site === null) throw new DomainError('not_found');
  return { actor, account: site.account };
}
