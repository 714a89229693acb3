import type { AppRouter } from '@goal/client/trpc';
import type { InspectedSite } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import type { Verdict } from '@goal/ui/trpc/use-verified-mutation.ts';
import type { TRPCClient } from '@trpc/client';

/** Checks whether a site has the wanted status, after the answer to a change was lost. */
export const statusIs =
  (wanted: InspectedSite['status']) =>
  async (client: TRPCClient<AppRouter>, { id }: { id: string }): Promise<Verdict> => {
    const { domain, status } = await client.admin.sites.get.query({ id });
    return { isDone: status === wanted, sentence: `${domain} is ${status} now.` };
  };

/** Checks whether a site has the wanted read rate. */
export async function rateIs(
  client: TRPCClient<AppRouter>,
  { id, rate_limit_rps: wanted }: { id: string; rate_limit_rps: number },
): Promise<Verdict> {
  const { domain, rate_limit_rps: now } = await client.admin.sites.get.query({ id });
  return { isDone: now === wanted, sentence: `${domain} may read ${formatNumber(now)} times a second now.` };
}
