import { DomainError, type PlanPrice } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Prices } from './subscription-rule.ts';
import { spendTry } from '../sign-in/brake.ts';

/** What a checkout sells, to whom, and where the provider leads afterwards. */
export type CheckoutOrder = {
  accountId: string;
  price: string;
  /** The provider's customer of an earlier subscription; without one the provider makes one. */
  customer: string | undefined;
  email: string;
  paidUrl: string;
  cancelledUrl: string;
};

/** A checkout at the provider. It is paid at most once, and then `complete`. */
export type CheckoutSession = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  /** Where a browser pays; undefined once it is not open any more. */
  url: string | undefined;
  /** The subscription that it began. */
  subscription: string | undefined;
};

/** The payment provider (rulings §10.36). Calls end in seconds or throw `payments_out_of_reach`. */
export type PaymentProvider = {
  /**
   * What a price costs, as told within the last minutes. Never throws: null where it is not known.
   */
  readPrice: (price: string) => Promise<PlanPrice | null>;
  openCheckout: (order: CheckoutOrder) => Promise<CheckoutSession>;
  /** A checkout that the provider does not know counts as expired. */
  readCheckout: (id: string) => Promise<CheckoutSession>;
  /** Ends a checkout if it is still open; returns what it is then. */
  expireCheckout: (id: string) => Promise<CheckoutSession>;
  /** The address of the customer's own page at the provider. */
  openPortal: (customer: string, returnUrl: string) => Promise<string>;
};

/** What the verbs of billing need. A process opens it once. */
export type Payments = {
  /** Undefined: nobody pays in the dashboard. */
  provider: PaymentProvider | undefined;
  /** The plan that each price buys, in the order of STRIPE_PRICES. */
  prices: Prices;
  /** Whom members ask for another plan. */
  contact: string | undefined;
};

/** The price that a checkout of the plan sells: the first that buys it. */
export function priceOfPlan(prices: Prices, plan: string): string | undefined {
  return [...prices].find(([, bought]) => bought === plan)?.[0];
}

/** The provider. Throws `not_found` where none is set up. */
export function judgeProvider({ provider }: Pick<Payments, 'provider'>): PaymentProvider {
  if (provider === undefined) throw new DomainError('not_found');
  return provider;
}

/**
 * Spends one of the account's calls that lead to a page of the provider (rulings §10.42), because
 * each asks the provider several things. Throws `rate_limited`.
 */
export function spendPaymentPage(core: Db, account: { rowId: number }): Promise<void> {
  return spendTry(core, { kind: 'payment_page', about: `account ${account.rowId}` });
}
