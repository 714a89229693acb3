import type { Database, Tx } from '@goal/db';

import { newestFirst } from '../site/site-view.ts';
import { sitesToPause } from './limits-of.ts';

export type SiteBeyond = { no: number; id: string; domain: string; name: string | null };

/**
 * The sites that a plan pauses: the newest active ones beyond its cap, newest first; none of a reseller's (rulings §4.2). The change of plan
 * pauses these, and its preview shows them.
 */
export async function sitesBeyond(
  client: Database['prisma'] | Tx,
  account: { no: number; isReseller: boolean },
  plan: { sites: number },
): Promise<SiteBeyond[]> {
  const where = { accountNo: account.no, status: 'active' };
  const pausing = sitesToPause({ isReseller: account.isReseller, plan }, await client.site.count({ where }));
  if (pausing === 0) return [];
  const select = { no: true, id: true, domain: true, name: true };
  return client.site.findMany({ where, select, orderBy: newestFirst, take: pausing });
}
