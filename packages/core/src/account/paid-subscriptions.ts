import type { Tx } from '@goal/db';

import { isPaid, keptSubscriptionOf } from '../billing/subscription-rule.ts';

/** Whether somebody pays for a subscription of the account (rulings §9.4, §10.48). */
export async function hasPaidSubscription(client: Pick<Tx, 'subscription'>, accountRowId: number): Promise<boolean> {
  const rows = await client.subscription.findMany({ where: { accountRowId } });
  return rows.some((row) => isPaid(keptSubscriptionOf(row)));
}
