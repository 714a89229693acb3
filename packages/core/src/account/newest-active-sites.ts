import type { Database, Tx } from '@goal/db';

export type ActiveSite = { rowId: number; id: string; domain: string; name: string | null };

/**
 * The first `count` sites that a plan pauses: the newest active ones, newest first (rulings §4.2).
 * `sitesToPause` says how many it pauses. The change of plan pauses these sites, and its preview
 * shows them.
 */
export async function newestActiveSites(
  client: Database['prisma'] | Tx,
  accountRowId: number,
  count: number,
): Promise<ActiveSite[]> {
  if (count === 0) return [];
  return client.site.findMany({
    where: { accountRowId, status: 'active' },
    select: { rowId: true, id: true, domain: true, name: true },
    orderBy: [{ createdAt: 'desc' }, { rowId: 'desc' }],
    take: count,
  });
}
