import { DomainError, isUuid } from '@goal/contract';
import type { Database, Tx } from '@goal/db';

import type { Caller } from './caller.ts';

/** A site by its row id and its id on the wire. */
export type SiteRef = { rowId: number; id: string };

/**
 * Finds a site that the caller may reach; a group key reaches only its group (interface.md §4 rule
 * 5). Throws `not_found` for unknown, foreign and malformed ids alike (interface.md §4 rule 8).
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
