import { planPriceShape, type PlanPrice } from '@goal/contract';
import type { CheckoutSession, CheckoutOrder, PaymentProvider } from '@goal/core';
import type Stripe from 'stripe';

import { openStripeCalls, type StripeSettings } from './stripe-calls.ts';

/** For how long a price is remembered, and for how long that it could not be read. */
const priceMs = 600_000;
const noPriceMs = 30_000;
/** For how long somebody may pay. Stripe allows no less than half an hour. */
const checkoutSeconds = 3600;

type Options = StripeSettings & {
  /** Told when a price could not be read; pages show none then. */
  onPriceFailure: (error: unknown) => void;
};

/** Stripe as the payment provider (rulings §10.36). */
export function openStripe({ onPriceFailure, ...settings }: Options): PaymentProvider {
  const call = openStripeCalls(settings);
  const readCheckout = (id: string): Promise<CheckoutSession> =>
    call(
      'reading a checkout',
      async (stripe) => sessionOf(await stripe.checkout.sessions.retrieve(id)),
      ({ code }) => (code === 'resource_missing' ? Promise.resolve(expired(id)) : undefined),
    );
  const openCheckout = (order: CheckoutOrder): Promise<CheckoutSession> =>
    call(
      'opening a checkout',
      async (stripe) => sessionOf(await stripe.checkout.sessions.create(checkoutOf(order), idempotent())),
      // Deleted at Stripe, or of its other mode.
      ({ code, param }) =>
        code === 'resource_missing' && param === 'customer'
          ? openCheckout({ ...order, customer: undefined })
          : undefined,
    );

  return {
    readPrice: remembered(
      (id) => call('reading a price', async (stripe) => priceOf(await stripe.prices.retrieve(id))),
      onPriceFailure,
    ),
    openCheckout,
    readCheckout,
    expireCheckout: (id) =>
      call(
        'ending a checkout',
        async (stripe) => sessionOf(await stripe.checkout.sessions.expire(id, {}, idempotent())),
        // Stripe refuses to end what is not open any more.
        ({ status }) => (status === 400 ? readCheckout(id) : undefined),
      ),
    openPortal: (customer, returnUrl) =>
      call('opening the portal', async (stripe) => {
        const page = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }, idempotent());
        return page.url;
      }),
  };
}

/** Stripe answers a repeated call as it answered the first one. */
const idempotent = (): { idempotencyKey: string } => ({ idempotencyKey: crypto.randomUUID() });

/** Reads each price again after a while. Never throws: null where Stripe tells none. */
function remembered(
  read: (id: string) => Promise<PlanPrice | null>,
  onFailure: (error: unknown) => void,
): PaymentProvider['readPrice'] {
  // One entry for each price of STRIPE_PRICES.
  const known = new Map<string, { price: Promise<PlanPrice | null>; until: number }>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined && performance.now() < before.until) return before.price;
    const entry = { price: read(id), until: performance.now() + priceMs };
    entry.price = entry.price.catch((error: unknown) => {
      entry.until = performance.now() + noPriceMs;
      onFailure(error);
      return null;
    });
    known.set(id, entry);
    return entry.price;
  };
}

function checkoutOf({
  accountId,
  price,
  customer,
  email,
  paidUrl,
  cancelledUrl,
}: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    client_reference_id: accountId,
    // The webhook finds the account by it (rulings §9.4).
    subscription_data: { metadata: { account_id: accountId } },
    ...(customer === undefined ? { customer_email: email } : { customer }),
    success_url: paidUrl,
    cancel_url: cancelledUrl,
    expires_at: Math.floor(Date.now() / 1000) + checkoutSeconds,
  };
}

function sessionOf({ id, status, url, subscription }: Stripe.Checkout.Session): CheckoutSession {
  return {
    id,
    status: status === 'open' ? 'open' : status === 'complete' ? 'complete' : 'expired',
    url: status === 'open' && url !== null ? url : undefined,
    subscription: typeof subscription === 'string' ? subscription : subscription?.id,
  };
}

const expired = (id: string): CheckoutSession => ({ id, status: 'expired', url: undefined, subscription: undefined });

/** Null for prices that are no one amount for one day, week, month or year. */
function priceOf({ unit_amount: amount, currency, recurring }: Stripe.Price): PlanPrice | null {
  if (recurring?.interval_count !== 1) return null;
  return planPriceShape.safeParse({ amount, currency, interval: recurring.interval }).data ?? null;
}
