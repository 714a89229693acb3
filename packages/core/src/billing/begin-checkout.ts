import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { customerOf, isPaid, keptSubscriptionOf, type KeptSubscription } from './subscription-rule.ts';
import {
  judgeProvider,
  priceOfPlan,
  spendPaymentPage,
  type CheckoutSession,
  type CheckoutOrder,
  type Payments,
} from './payments.ts';

/** Owners who begin a checkout at the same moment meet again at most this often. */
const maxRounds = 3;

/** A plan, and the page of the dashboard that the provider leads back to. */
type Wish = { plan: string; pageUrl: string };

/** What the account knows of its payments, read under its lock. */
type KnownCheckout = {
  email: string;
  subscriptions: KeptSubscription[];
  /** The checkout that may be open, and the price that it sells. */
  checkout: { session: string; price: string } | null;
};

/**
 * dashboard.billing.checkout: leads an owner to the provider's page where a plan is bought (rulings
 * §10.36). An account has one checkout that may be open. It is handed out again for the same plan,
 * and ended before another is handed out, so two owners never pay for two. No lock is held while
 * the provider is asked: the second transaction judges again what the first one found.
 *
 * Throws `not_found` without a provider, `unknown_plan` for a plan that no price buys,
 * `rate_limited`, `subscription_exists`, `payments_out_of_reach`; `unavailable` when others changed
 * the checkout each time.
 */
export async function beginCheckout(
  core: Db,
  payments: Payments,
  caller: Caller,
  { plan, pageUrl }: Wish,
): Promise<{ url: string }> {
  const provider = judgeProvider(payments);
  const price = priceOfPlan(payments.prices, plan);
  if (price === undefined) throw new DomainError('unknown_plan');
  await spendPaymentPage(core, caller.account);
  for (let round = 0; round < maxRounds; round += 1) {
    const known = await changeAccount(core, caller, ({ tx, account }) => readKnown(tx, account));
    const url = new URL(pageUrl);
    url.searchParams.set('paid', plan);
    const order: CheckoutOrder = {
      accountId: caller.account.id,
      price,
      customer: customerOf(known.subscriptions),
      email: known.email,
      paidUrl: url.href,
      cancelledUrl: pageUrl,
    };
    const session = await currentSession(provider, known, order);
    if (session.url === undefined) throw new DomainError('payments_out_of_reach');
    if (await keepCheckout(core, caller, { known, session, plan, price })) return { url: session.url };
  }
  throw new DomainError('unavailable', { retryAfter: 1 });
}

/** Throws `subscription_exists` while a subscription is paid. */
async function readKnown(
  tx: Tx,
  { rowId: accountRowId, email }: { rowId: number; email: string },
): Promise<KnownCheckout> {
  const rows = await tx.subscription.findMany({ where: { accountRowId } });
  const subscriptions = rows.map((row) => keptSubscriptionOf(row));
  if (subscriptions.some(isPaid)) throw new DomainError('subscription_exists');
  const checkout = await tx.checkout.findFirst({ where: { accountRowId }, select: { session: true, price: true } });
  return { email, subscriptions, checkout };
}

/** The open checkout if it sells this price, else a new one; `subscription_exists` once paid. */
async function currentSession(
  provider: NonNullable<Payments['provider']>,
  { checkout, subscriptions }: KnownCheckout,
  order: CheckoutOrder,
): Promise<CheckoutSession> {
  if (checkout !== null) {
    const before = await provider.readCheckout(checkout.session);
    if (before.status === 'open' && checkout.price === order.price) return before;
    const now = before.status === 'open' ? await provider.expireCheckout(before.id) : before;
    if (now.status === 'open') throw new DomainError('payments_out_of_reach');
    if (now.status === 'complete' && !subscriptions.some(({ id }) => id === now.subscription))
      throw new DomainError('subscription_exists');
  }
  return provider.openCheckout(order);
}

type BegunCheckout = { known: KnownCheckout; session: CheckoutSession; plan: string; price: string };

/** Keeps the checkout; false if another was kept since `known`. Throws `subscription_exists`. */
async function keepCheckout(
  core: Db,
  caller: Caller,
  { known, session, plan, price }: BegunCheckout,
): Promise<boolean> {
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    const { checkout } = await readKnown(tx, account);
    if (checkout?.session !== known.checkout?.session) return false;
    const kept = { session: session.id, price };
    await tx.checkout.upsert({
      where: { accountRowId: account.rowId },
      create: { accountRowId: account.rowId, ...kept },
      update: kept,
    });
    await record({ action: 'billing.checkout', detail: { plan } });
    return true;
  });
}
