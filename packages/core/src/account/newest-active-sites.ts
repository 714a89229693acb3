import type { Database, Tx } from '@goal/db';

export type ActiveSite = { rowId: number; id: string; domain: string; name: string | null };

/** The newest active sites, newest first (rulings §4.2), for a change of plan and its preview. */
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
