import { DomainError, type Billing } from '@goal/contract';
import { rows } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { shownLimits } from '../ground/limits-of.ts';
import { customerOf, isPaid, keptSubscriptionOf, livingOf, type KeptSubscription } from './subscription-rule.ts';
import { listPlans } from '../plan/list-plans.ts';
import { priceOfPlan, type Payments } from './payments.ts';

/**
 * dashboard.billing.get (rulings §10.18, §10.36): what binds the account now beside what its plan
 * says, all plans with their prices, and what may be done. Prices come from the provider, and are
 * null while it is out of reach. Throws `not_found`.
 */
export async function getBilling(
  core: Db,
  payments: Payments,
  { account: { rowId } }: Pick<Caller, 'account'>,
): Promise<Billing> {
  const [account, plans, counts] = await Promise.all([
    core.db.prisma.account.findFirst({ where: { rowId }, include: { plan: true, subscriptions: true } }),
    pricedPlans(core, payments),
    countChoices(core, rowId),
  ]);
  if (account === null) throw new DomainError('not_found');
  const subscriptions = account.subscriptions.map((row) => keptSubscriptionOf(row));
  const paid = subscriptions.filter(isPaid);
  const hasProvider = payments.provider !== undefined;
  return {
    plan: account.plan.slug,
    is_reseller: account.isReseller,
    ...shownLimits(account),
    plans,
    subscription: shownSubscription(subscriptions),
    unpriced: paid.length - livingOf(subscriptions).length,
    checkout: hasProvider && payments.prices.size > 0 && paid.length === 0,
    portal: hasProvider && customerOf(subscriptions) !== undefined,
    contact: payments.contact ?? null,
    ...counts,
  };
}

async function pricedPlans(core: Db, { provider, prices }: Payments): Promise<Billing['plans']> {
  return Promise.all(
    (await listPlans(core)).map(async (plan) => {
      const price = priceOfPlan(prices, plan.slug);
      const isForSale = provider !== undefined && price !== undefined;
      return { ...plan, for_sale: isForSale, price: isForSale ? await provider.readPrice(price) : null };
    }),
  );
}

function shownSubscription(all: readonly KeptSubscription[]): Billing['subscription'] {
  const living = livingOf(all);
  const grant = living[0]?.grant;
  if (grant === undefined) return null;
  const { status, cancelAt } = grant;
  const ends_at = cancelAt === undefined ? null : new Date(1000 * cancelAt).toISOString();
  return { status, ends_at, living: living.length };
}

async function countChoices(core: Db, rowId: number): Promise<Pick<Billing, 'paused_sites' | 'chosen_today'>> {
  const [row] = await rows<[paused: number, chosen: number]>(core.db.work, {
    name: 'billing of account',
    text: `SELECT (SELECT count(*) FROM site WHERE account_no = $1 AND status = 'paused'),
             (SELECT count(*) FROM chosen_sites WHERE account_no = $1 AND at >= date_trunc('day', now(), 'UTC'))`,
    values: [rowId],
  });
  const [paused_sites, chosen_today] = row ?? [0, 0];
  return { paused_sites, chosen_today };
}
