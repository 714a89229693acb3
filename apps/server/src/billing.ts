import { openStripe } from '@goal/api';
import { listPlans, type Core, type Payments } from '@goal/core';
import { StartupError } from '@goal/db';

import type { AppOptions } from './app.ts';
import type { Env } from './env.ts';
import type { Logger } from './log.ts';

/**
 * The settings of the payment provider's webhook; undefined without a secret. Throws `StartupError`
 * for a plan that does not exist.
 */
export async function openBilling(
  core: Core,
  { stripeWebhookSecrets: secrets, stripePrices: prices }: Pick<Env, 'stripeWebhookSecrets' | 'stripePrices'>,
  log: Logger,
): Promise<AppOptions['billing']> {
  if (prices.size > 0) await judgePlans(core, prices);
  if (secrets.length === 0) {
    log.info('STRIPE_WEBHOOK_SECRET is not set: payments are not listened to');
    return undefined;
  }
  if (prices.size === 0) log.warn('STRIPE_PRICES is not set: no payment buys a plan');
  return { secrets, prices, onUnknown: (what) => log.warn(what, 'a payment event changed nothing') };
}

/** The payments by which members buy plans in the dashboard (rulings §10.36). */
export function openPayments(
  {
    stripeSecretKey: key,
    stripeApiUrl: apiUrl,
    stripePrices: prices,
    billingContact: contact,
  }: Pick<Env, 'stripeSecretKey' | 'stripeApiUrl' | 'stripePrices' | 'billingContact'>,
  log: Logger,
): Payments {
  const onPriceFailure = (err: unknown): void => log.warn({ err }, 'a price was not read');
  return { prices, contact, provider: key === undefined ? undefined : openStripe({ key, apiUrl, onPriceFailure }) };
}

async function judgePlans(core: Core, prices: ReadonlyMap<string, string>): Promise<void> {
  const slugs = new Set((await listPlans(core)).map(({ slug }) => slug));
  for (const plan of prices.values())
    if (!slugs.has(plan)) throw new StartupError(`STRIPE_PRICES names the plan ${plan}, which does not exist.`);
}
