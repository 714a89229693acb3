import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';

import { changeAccount } from '../ground/change-account.ts';
import { setPlan } from '../account/change-plan.ts';
import type { Core } from '../core.ts';
import { findAccount } from '../account/find-account.ts';
import {
  keptSubscriptionOf,
  meaningOf,
  planAfter,
  withEvent,
  type KeptSubscription,
  type Prices,
  type SubscriptionEvent,
} from './subscription-rule.ts';

/** `unknown …`: nothing was changed, and a person should look. */
export type PaymentOutcome = 'applied' | 'repeated' | 'nothing' | 'unknown account' | 'unknown price';

/**
 * Applies what the payment provider says of a subscription: each of its events once, in whatever order they come, two at once in turn, by the
 * verb of the operator's change of plan (rulings §9.4). What it says of an account or a price that we do not know changes nothing.
 */
export async function applySubscription(core: Core, prices: Prices, event: SubscriptionEvent): Promise<PaymentOutcome> {
  const meaning = meaningOf(event, prices);
  if (meaning === 'nothing' || meaning === 'unknown price') return meaning;
  try {
    const actor = { kind: 'stripe', name: event.id } as const;
    const caller = await findAccount(core, actor, event.subscription.accountId ?? '');
    return await changeAccount(core, caller, async (change) => {
      const { tx, account } = change;
      const { count } = await tx.appliedPayment.createMany({ data: [{ id: event.id }], skipDuplicates: true });
      if (count === 0) return 'repeated';
      const kept = await keptOf(tx, account.rowId);
      const next = withEvent(kept.get(event.subscription.id), event, meaning);
      await keep(tx, account.rowId, next);
      kept.set(next.id, next);
      const plan = planAfter([...kept.values()], meaning, prices);
      if (plan !== undefined) await setPlan(change, plan);
      return 'applied';
    });
  } catch (error) {
    // It may be deleted at this very moment.
    if (error instanceof DomainError && error.code === 'not_found') return 'unknown account';
    throw error;
  }
}

/** Under the account's lock. */
async function keptOf(tx: Tx, accountRowId: number): Promise<Map<string, KeptSubscription>> {
  const rows = await tx.subscription.findMany({ where: { accountRowId } });
  return new Map(rows.map((row) => [row.id, keptSubscriptionOf(row)]));
}

async function keep(tx: Tx, accountRowId: number, { id, created, grant, end }: KeptSubscription): Promise<void> {
  const known = { grantedAt: grant?.at ?? null, price: grant?.price ?? null, endedAt: end ?? null };
  await tx.subscription.upsert({
    where: { accountRowId_id: { accountRowId, id } },
    create: { accountRowId, id, createdAt: created, ...known },
    update: known,
  });
}

/** The provider sends an event again for days, not for months: which ones were applied is forgotten after 90 days. */
export async function forgetOldPayments({ db }: Pick<Core, 'db'>): Promise<void> {
  await db.work.query(
    `delete from applied_payment where id = any(array(
       select id from applied_payment where at < clock_timestamp() - interval '90 days' order by at limit 10000))`,
  );
}
