import { DomainError } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { customerOf, keptSubscriptionOf } from './subscription-rule.ts';
import { judgeProvider, spendPaymentPage, type Payments } from './payments.ts';

/**
 * dashboard.billing.portal: the provider's page where an owner changes or ends the subscription and
 * finds invoices (rulings §10.36). Throws `not_found` without a provider and where no customer is
 * known, `rate_limited`, `payments_out_of_reach`.
 */
export async function openPortal(
  core: Db,
  payments: Payments,
  { account: { rowId: accountRowId } }: Pick<Caller, 'account'>,
  pageUrl: string,
): Promise<{ url: string }> {
  const provider = judgeProvider(payments);
  const rows = await core.db.prisma.subscription.findMany({ where: { accountRowId } });
  const customer = customerOf(rows.map((row) => keptSubscriptionOf(row)));
  if (customer === undefined) throw new DomainError('not_found');
  await spendPaymentPage(core, { rowId: accountRowId });
  return { url: await provider.openPortal(customer, pageUrl) };
}
