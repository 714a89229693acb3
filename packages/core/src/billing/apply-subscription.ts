import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';

import { changeAccount } from '../ground/change-account.ts';
import { setPlan } from '../account/change-plan.ts';
import type { Core } from '../core.ts';
import { findAccount } from '../account/find-account.ts';
import { holdPayment, releasePayment } from './held-payment.ts';
import {
  keptSubscriptionOf,
  meaningOf,
  planAfter,
  withEvent,
  type KeptSubscription,
  type Prices,
  type SubscriptionEvent,
} from '../ground/subscription-rule.ts';

/** `unknown …` means that nothing was changed and an operator should look at it. */
export type PaymentOutcome = 'applied' | 'repeated' | 'nothing' | 'unknown account' | 'unknown price';

/**
 * Applies an event of the payment provider about a subscription (rulings §9.4), through the same
 * verb as an operator's change of plan. Each event is applied once, in any order of arrival; events
 * that arrive at the same time are applied one after the other. An event about an unknown account
 * or price changes nothing.
 */
export async function applySubscription(core: Core, prices: Prices, event: SubscriptionEvent): Promise<PaymentOutcome> {
  const meaning = meaningOf(event, prices);
  if (meaning === 'nothing' || meaning === 'unknown price') return noteHeld(core, event, meaning);
  try {
    const actor = { kind: 'stripe', name: event.id } as const;
    const caller = await findAccount(core, actor, event.subscription.accountId ?? '');
    return await changeAccount(core, caller, async (change) => {
      const { tx, account } = change;
      const { count } = await tx.appliedPayment.createMany({ data: [{ id: event.id }], skipDuplicates: true });
      if (count === 0) return 'repeated';
      const kept = await keptOf(tx, account.rowId);
      const before = kept.get(event.subscription.id);
      const after = withEvent(before, event, meaning);
      await keep(tx, account.rowId, after);
      await releasePayment(tx, account.rowId, event);
      kept.set(after.id, after);
      const plan = planAfter([...kept.values()], { before, after }, prices);
      if (plan !== undefined) await setPlan(change, plan);
      return 'applied';
    });
  } catch (error) {
    // The account does not exist, or is being deleted at this moment.
    if (error instanceof DomainError && error.code === 'not_found') return 'unknown account';
    throw error;
  }
}

/**
 * Keeps for operators that a payment gives no plan; its account may be unknown. A subscription of
 * an unknown price is kept as paid (rulings §10.48).
 */
async function noteHeld(
  core: Core,
  event: SubscriptionEvent,
  meaning: 'nothing' | 'unknown price',
): Promise<PaymentOutcome> {
  const { id, accountId, status } = event.subscription;
  try {
    const caller = await findAccount(core, { kind: 'stripe', name: event.id }, accountId ?? '');
    await changeAccount(core, caller, async ({ tx, account }) => {
      const kept = (await keptOf(tx, account.rowId)).get(id);
      if (meaning === 'unknown price') await keep(tx, account.rowId, withEvent(kept, event, meaning));
      const known = Math.max(kept?.grant?.at ?? -1, kept?.end ?? -1);
      await holdPayment(tx, account.rowId, event, known, meaning === 'nothing' ? status : meaning);
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
  }
  return meaning;
}

/** Reads the stored subscriptions of an account, under its lock. */
async function keptOf(tx: Tx, accountRowId: number): Promise<Map<string, KeptSubscription>> {
  const rows = await tx.subscription.findMany({ where: { accountRowId } });
  return new Map(rows.map((row) => [row.id, keptSubscriptionOf(row)]));
}

async function keep(tx: Tx, accountRowId: number, kept: KeptSubscription): Promise<void> {
  const { id, created, grant, end, unpriced, customer } = kept;
  const known = {
    createdAt: created,
    grantedAt: grant?.at ?? null,
    price: grant?.price ?? null,
    status: grant?.status ?? null,
    cancelAt: grant?.cancelAt ?? null,
    endedAt: end ?? null,
    unpricedAt: unpriced ?? null,
    customer: customer ?? null,
  };
  await tx.subscription.upsert({
    where: { accountRowId_id: { accountRowId, id } },
    create: { accountRowId, id, ...known },
    update: known,
  });
}

/** Forgets applied events after 90 days: the provider resends an event for days, not for months. */
export async function forgetOldPayments({ db }: Pick<Core, 'db'>): Promise<void> {
  await db.work.query(
    `delete from applied_payment where id = any(array(
       select id from applied_payment where at < clock_timestamp() - interval '90 days' order by at limit 10000))`,
  );
}
