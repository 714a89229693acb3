import type { Tx } from '@goal/db';

import { isLiving, keptSubscriptionOf } from './subscription-rule.ts';

/** Whether a subscription of the account lives at the payment provider (rulings §9.4). */
export async function hasLivingSubscription(client: Pick<Tx, 'subscription'>, accountRowId: number): Promise<boolean> {
  const rows = await client.subscription.findMany({ where: { accountRowId } });
  return rows.some((row) => isLiving(keptSubscriptionOf(row)));
}
