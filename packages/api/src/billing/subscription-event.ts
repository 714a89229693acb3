import type { SubscriptionEvent } from '@goal/core';
import { cleanText } from '@goal/contract';
import { z } from 'zod';

/** An id that the provider made. One that the database cannot store unchanged is not theirs. */
const id = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => cleanText(text) === text);

/** The fields that we read; the others change between the provider's versions. */
const shape = z.object({
  id,
  created: z.int().nonnegative(),
  type: z.enum(['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted']),
  data: z.object({
    object: z.object({
      id,
      created: z.int().nonnegative(),
      status: z.string(),
      customer: z
        .union([id, z.object({ id }).transform((whole) => whole.id)])
        .optional()
        .catch(undefined),
      cancel_at: z.int().nonnegative().optional().catch(undefined),
      metadata: z.object({ account_id: z.string().optional().catch(undefined) }).nullish(),
      items: z.object({ data: z.array(z.object({ price: z.object({ id: z.string() }).nullish() })) }).nullish(),
    }),
  }),
});

/** The event if it concerns a subscription (rulings §9.4), otherwise undefined. */
export function subscriptionEventOf(body: unknown): SubscriptionEvent | undefined {
  const { data: event } = shape.safeParse(body);
  if (event === undefined) return undefined;
  const { created, status, metadata, items, customer, cancel_at: cancelAt, ...subscription } = event.data.object;
  return {
    id: event.id,
    created: event.created,
    isDeleted: event.type === 'customer.subscription.deleted',
    subscription: {
      id: subscription.id,
      created,
      status,
      accountId: metadata?.account_id,
      price: items?.data[0]?.price?.id,
      customer,
      cancelAt,
    },
  };
}
