import type { Tx } from '@goal/db';

import type { SubscriptionEvent } from '../ground/subscription-rule.ts';

/**
 * Notes that the provider reports a payment which gives no plan (rulings §8): a subscription
 * that neither grants nor ends, such as one past due, or one of a price that no plan has. An event
 * that is older than what is known of the subscription changes nothing. `known` are the seconds of
 * the newest event that granted or ended it, -1 without one.
 */
export async function holdPayment(
  tx: Tx,
  accountRowId: number,
  { created, subscription }: SubscriptionEvent,
  known: number,
  reason: string,
): Promise<void> {
  if (known >= created) return;
  await tx.$executeRaw`
    INSERT INTO held_payment AS h (account_no, subscription, at, reason)
    VALUES (${accountRowId}, ${subscription.id}, to_timestamp(${created}), ${reason})
    ON CONFLICT (account_no, subscription) DO UPDATE SET at = excluded.at, reason = excluded.reason WHERE excluded.at >= h.at`;
}

/** The subscription grants or ends since: its payment is not held any more. */
export async function releasePayment(
  tx: Tx,
  accountRowId: number,
  { created, subscription }: SubscriptionEvent,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM held_payment
    WHERE account_no = ${accountRowId} AND subscription = ${subscription.id} AND at <= to_timestamp(${created})`;
}
