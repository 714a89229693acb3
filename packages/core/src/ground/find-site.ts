import { DomainError, isUuid } from '@goal/contract';
import type { Database, Tx } from '@goal/db';

import type { Caller } from './caller.ts';

/** A site by its surrogate and its id on the wire. */
export type SiteRef = { rowId: number; id: string };

/**
 * The site behind an id, if it is the caller's to reach: with a group key only of its own group (interface.md §4 rule 5).
 * Unknown, foreign and malformed ids are the same `not_found` (interface.md §4 rule 8).
 */
export async function findSite(
  client: Database['prisma'] | Tx,
  caller: Omit<Caller, 'actor'>,
  id: string,
): Promise<SiteRef & { domain: string; status: string }> {
  const site = isUuid(id)
    ? await client.site.findFirst({
        where: {
          id,
          accountRowId: caller.account.rowId,
          ...(caller.group === undefined ? {} : { groupRowId: caller.group.rowId }),
        },
        select: { rowId: true, id: true, domain: true, status: true },
      })
    : null;
  if (site === null) throw new DomainError('not_found');
  return site;
}
