import type { AppRouter } from '@goal/client/trpc';
import { limits } from '@goal/contract';
import type { TRPCClient } from '@trpc/client';

type Choice = Pick<
  NonNullable<Parameters<TRPCClient<AppRouter>['dashboard']['sites']['list']['query']>[0]>,
  'group_id' | 'status'
>;

/**
 * The ids of the chosen sites, asked for page by page. Throws where there are more than a choice of
 * active sites may name: then nobody knows.
 */
export async function idsOf(client: TRPCClient<AppRouter>, choice: Choice): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let cursor = '';
  do {
    const page = await client.dashboard.sites.list.query({ ...choice, limit: limits.pageSize.max, cursor });
    for (const { id } of page.sites) ids.add(id);
    cursor = page.next_cursor;
    if (ids.size > limits.chosenSites) throw new Error('too many sites to compare');
  } while (cursor !== '');
  return ids;
}
