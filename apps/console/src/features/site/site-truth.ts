import type { AppRouter } from '@goal/client/trpc';
import type { InspectedSite } from '@goal/contract';
import type { TRPCClient } from '@trpc/client';

import type { Truth } from '../../trpc/use-act.ts';
import { formatNumber } from '../../ui/numbers.ts';

/** Whether a site has this status now, for an act on it whose answer was lost. */
export const statusIs =
  (wanted: InspectedSite['status']) =>
  async (client: TRPCClient<AppRouter>, { id }: { id: string }): Promise<Truth> => {
    const { domain, status } = await client.admin.sites.get.query({ id });
    return { isDone: status === wanted, sentence: `${domain} is ${status} now.` };
  };

/** The same for its read rate. */
export async function rateIs(
  client: TRPCClient<AppRouter>,
  { id, rate_limit_rps: wanted }: { id: string; rate_limit_rps: number },
): Promise<Truth> {
  const { domain, rate_limit_rps: now } = await client.admin.sites.get.query({ id });
  return { isDone: now === wanted, sentence: `${domain} may read ${formatNumber(now)} times a second now.` };
}

/** Whether a key is revoked, by a list that was just asked for. */
export async function keyIsRevoked(
  prefix: string,
  asked: Promise<{ keys: { prefix: string; revoked_at: string | null }[] }>,
): Promise<Truth> {
  const isActive = (await asked).keys.some((key) => key.prefix === prefix && key.revoked_at === null);
  return { isDone: !isActive, sentence: `The key ${prefix} is ${isActive ? 'still active' : 'revoked'} now.` };
}
