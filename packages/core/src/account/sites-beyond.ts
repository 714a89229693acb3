import type { Database, Tx } from '@goal/db';

export type SiteBeyond = { rowId: number; id: string; domain: string; name: string | null };

/**
 * Of the sites that a plan pauses the first so many: the newest active ones, newest first (rulings §4.2). How many it pauses says `sitesToPause`;
 * the change of plan pauses these, and its preview shows them.
 */
export async function sitesBeyond(
  client: Database['prisma'] | Tx,
  accountRowId: number,
  count: number,
): Promise<SiteBeyond[]> {
  if (count === 0) return [];
  return client.site.findMany({
    where: { accountRowId, status: 'active' },
    select: { rowId: true, id: true, domain: true, name: true },
    orderBy: [{ createdAt: 'desc' }, { rowId: 'desc' }],
    take: count,
  });
}
