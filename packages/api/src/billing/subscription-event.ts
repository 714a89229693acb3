import type { SubscriptionEvent } from '@goal/core';
import { cleanText, cutText } from '@goal/contract';
import { z } from 'zod';

/** An id that the provider made. One that the database cannot store unchanged is not theirs. */
const id = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => cleanText(text) === text);

/** Any other text of the provider, as the database stores it. */
const text = z.string().transform((given) => cutText(cleanText(given), 255));

/** Seconds since 1970, up to the end of the year 9999: no later day has a time on the wire. */
const seconds = z.int().nonnegative().max(253_402_300_799);

/** A field without which the event has its meaning: what is no such value is not given. */
const optional = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);

const item = z.object({
  price: optional(z.object({ id })),
  quantity: optional(z.number()),
  current_period_end: optional(seconds),
});

/** The fields that we read; the others change between the provider's versions. */
const shape = z.object({
  id,
  created: seconds,
  type: z.enum(['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted']),
  data: z.object({
    object: z.object({
      id,
      created: seconds,
      status: text,
      customer: optional(z.union([id, z.object({ id }).transform((whole) => whole.id)])),
      cancel_at: optional(seconds),
      cancel_at_period_end: optional(z.boolean()),
      current_period_end: optional(seconds),
      pause_collection: optional(z.object({})),
      metadata: optional(z.object({ account_id: optional(z.string()) })),
      items: optional(z.object({ data: z.array(item.catch({})) })),
    }),
  }),
});

/** The event if it concerns a subscription (rulings §9.4), otherwise undefined. */
export function subscriptionEventOf(body: unknown): SubscriptionEvent | undefined {
  const { data: event } = shape.safeParse(body);
  if (event === undefined) return undefined;
  const { created, status, metadata, items, customer, pause_collection: pause, ...subscription } = event.data.object;
  const accountId = metadata?.account_id?.trim();
  // Nothing is owed for an item of which there are none.
  const ordered = (items?.data ?? []).filter(({ quantity }) => quantity !== 0);
  return {
    id: event.id,
    created: event.created,
    isDeleted: event.type === 'customer.subscription.deleted',
    subscription: {
      id: subscription.id,
      created,
      status,
      accountId: accountId === '' ? undefined : accountId,
      prices: ordered.flatMap(({ price }) => (price === undefined ? [] : [price.id])),
      isCollectionPaused: pause !== undefined,
      customer,
      cancelAt: subscription.cancel_at ?? (subscription.cancel_at_period_end === true ? periodEndOf(event) : undefined),
    },
  };
}

/** The end of the period that is paid for: newer versions of the provider's API tell it by item. */
function periodEndOf({ data: { object } }: z.infer<typeof shape>): number | undefined {
  const ends = (object.items?.data ?? []).flatMap(({ current_period_end: end }) => end ?? []);
  return object.current_period_end ?? (ends.length === 0 ? undefined : Math.max(...ends));
}
