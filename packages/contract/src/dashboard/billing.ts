import { z } from 'zod';

import { limitsShape, planShape } from '../operator/operator-shapes.ts';
import { timestamp } from '../shapes.ts';

// Plans and payments for members: rulings §10.18, §10.36.

/** The price of a plan: the amount in the smallest unit of the currency. */
export const planPriceShape = z.object({
  amount: z.int(),
  /** ISO 4217, in lower case. */
  currency: z.string(),
  interval: z.enum(['day', 'week', 'month', 'year']),
});
export type PlanPrice = z.infer<typeof planPriceShape>;

/** dashboard.billing.get */
export const billingShape = z
  .object({
    plan: z.string(),
    is_reseller: z.boolean(),
    /** The limits that bind now: all are -1 for a reseller. */
    limits: limitsShape,
    /** The limits of the plan, also for a reseller. */
    plan_limits: limitsShape,
    plans: z.array(
      planShape.extend({
        /** Whether a checkout sells it. */
        for_sale: z.boolean(),
        /** Null where the provider does not tell one price for it. */
        price: planPriceShape.nullable(),
      }),
    ),
    /** The living subscription that was created last; `living` counts all of them. */
    subscription: z.object({ status: z.string(), ends_at: timestamp.nullable(), living: z.int() }).nullable(),
    /** How many further ones are paid and give no plan, because no plan has their price. */
    unpriced: z.int(),
    /** Whether an owner can begin a checkout, and open the provider's portal. */
    checkout: z.boolean(),
    portal: z.boolean(),
    /** Whom to ask where there is no checkout; null: the operator names nobody. */
    contact: z.string().nullable(),
    paused_sites: z.int(),
    /** How often sites were chosen on this UTC day. */
    chosen_today: z.int(),
  })
  .meta({ id: 'Billing' });
export type Billing = z.infer<typeof billingShape>;

/** dashboard.billing.checkout and .portal: where the browser goes. */
export const providerPageShape = z.object({ url: z.string() });
