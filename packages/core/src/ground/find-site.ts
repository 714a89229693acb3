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

/**
 * Finds the account's sites with these ids. Throws `not_found` if one of them is unknown, foreign
 * or malformed.
 */
export async function findSitesByIds(
  tx: Tx,
  account: { rowId: number },
  ids: readonly unknown[],
): Promise<(SiteRef & { domain: string; status: string; groupRowId: number | null })[]> {
  const wanted = new Set(ids.map((id) => (isUuid(id) ? id.toLowerCase() : undefined)));
  const sites = await tx.site.findMany({
    where: { accountRowId: account.rowId, id: { in: [...wanted].filter((id) => id !== undefined) } },
    select: { rowId: true, id: true, domain: true, status: true, groupRowId: true },
    // rulings §5.3: newest first
    orderBy: [{ createdAt: 'desc' }, { rowId: 'desc' }],
  });
  if (sites.length < wanted.size) throw new DomainError('not_found');
  return sites;
}
