import { isUuid } from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { openChange, type Change } from '../ground/change-account.ts';
import { setPlan } from '../account/change-plan.ts';
import {
  hasEndedFor,
  keptSubscriptionOf,
  meaningOf,
  planAfter,
  withEvent,
  type KeptSubscription,
  type Meaning,
  type Prices,
  type SubscriptionEvent,
} from './subscription-rule.ts';

/** `unknown …` means that no plan was changed and an operator should look at it. */
export type PaymentOutcome = 'applied' | 'repeated' | 'nothing' | 'unknown account' | 'unknown price';

/**
 * Applies an event of the payment provider about a subscription (rulings §9.4), through the same
 * verb as an operator's change of plan. Each event is applied once, in any order of arrival; events
 * that arrive at the same time are applied one after the other. A grant that names an unknown
 * account changes nothing. What is known of a subscription of which no event has named an account
 * is kept, and counts once one does.
 */
export async function applySubscription(core: Db, prices: Prices, event: SubscriptionEvent): Promise<PaymentOutcome> {
  return transaction(core.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(${`subscription ${event.subscription.id}`}, 0))`;
    const row = await tx.subscription.findFirst({ where: { id: event.subscription.id } });
    const meaning = meaningOf(event, prices, await tx.plan.findMany());
    const named = await rowIdOf(tx, event);
    const changes = await lockAccounts(tx, event, [row?.accountRowId, named]);
    // An account that is deleted at this moment is unknown, and so are its subscriptions.
    const isGone = (rowId: number | null | undefined) => typeof rowId === 'number' && !changes.has(rowId);
    const before = row === null || isGone(row.accountRowId) ? undefined : keptSubscriptionOf(row);
    const account = isGone(named) ? undefined : named;
    const isNamedInVain = event.subscription.accountId !== undefined && account === undefined;
    if (isNamedInVain && (meaning.kind === 'grant' || before?.account === undefined))
      return outcomeOf(meaning, undefined);
    const after = withEvent(before, event, meaning, account);
    const settles = meaning.kind === 'grant' || meaning.kind === 'end';
    if (settles && after.account !== undefined && !(await isNew(tx, event))) return 'repeated';
    await keep(tx, after);
    const turn = { before, after, named: meaning.kind === 'grant' ? account : undefined };
    if (settles || before?.account !== after.account) await setPlans(changes, turn, prices);
    return outcomeOf(meaning, after.account);
  });
}

function outcomeOf({ kind }: Meaning, account: number | undefined): PaymentOutcome {
  if (kind === 'nothing' || kind === 'unknown price') return kind;
  return account === undefined ? 'unknown account' : 'applied';
}

/** The account that the event names; undefined for none, and for one that does not exist. */
async function rowIdOf(tx: Tx, { subscription: { accountId = '' } }: SubscriptionEvent): Promise<number | undefined> {
  if (!isUuid(accountId)) return undefined;
  const found = await tx.account.findFirst({ where: { id: accountId }, select: { rowId: true } });
  return found?.rowId;
}

/** Locks these accounts in the order of their row ids, as every change of several does. */
async function lockAccounts(
  tx: Tx,
  { id }: SubscriptionEvent,
  accounts: readonly (number | null | undefined)[],
): Promise<Map<number, Change>> {
  const changes = new Map<number, Change>();
  const rowIds = new Set(accounts.flatMap((rowId) => rowId ?? []));
  for (const rowId of [...rowIds].toSorted((one, other) => one - other)) {
    const change = await openChange(tx, { actor: { kind: 'stripe', name: id }, account: { rowId } });
    if (change !== undefined) changes.set(rowId, change);
  }
  return changes;
}

/** Notes that the event is applied; false if it was before. */
async function isNew(tx: Tx, { id }: SubscriptionEvent): Promise<boolean> {
  const { count } = await tx.appliedPayment.createMany({ data: [{ id }], skipDuplicates: true });
  return count === 1;
}

type Turn = {
  before: KeptSubscription | undefined;
  after: KeptSubscription;
  /** The account that a grant names. */
  named: number | undefined;
};

/** Sets the plans of the accounts that the subscription is of, was of, or had been of. */
async function setPlans(changes: ReadonlyMap<number, Change>, turn: Turn, prices: Prices): Promise<void> {
  const { before, after, named } = turn;
  for (const [rowId, change] of changes) {
    if (rowId !== before?.account && rowId !== after.account && rowId !== named) continue;
    const rows = await change.tx.subscription.findMany({ where: { accountRowId: rowId } });
    const all = rows.map((row) => keptSubscriptionOf(row));
    const plan = planAfter(all, prices, { hasEnded: hasEndedFor(rowId, turn) });
    if (plan !== undefined) await setPlan(change, plan);
  }
}

async function keep(tx: Tx, kept: KeptSubscription): Promise<void> {
  const { id, created, account, named, grant, end, unpriced, customer, held } = kept;
  const known = {
    createdAt: created,
    accountRowId: account ?? null,
    namedAt: named?.at ?? null,
    namedByGrant: named?.byGrant ?? false,
    grantedAt: grant?.at ?? null,
    price: grant?.price ?? null,
    status: grant?.status ?? null,
    cancelAt: grant?.cancelAt ?? null,
    endedAt: end ?? null,
    unpricedAt: unpriced ?? null,
    customer: customer ?? null,
    heldAt: held === undefined ? null : new Date(1000 * held.at),
    heldReason: held?.reason ?? null,
  };
  await tx.subscription.upsert({ where: { id }, create: { id, ...known }, update: known });
}

/**
 * Forgets applied events after 90 days, and subscriptions whose account is still unknown then: the
 * provider resends an event for days, not for months.
 */
export async function forgetOldPayments({ db }: Db): Promise<void> {
  await db.work.query(
    `delete from applied_payment where id = any(array(
       select id from applied_payment where at < clock_timestamp() - interval '90 days' order by at limit 10000))`,
  );
  await db.work.query(
    `delete from subscription where no = any(array(select no from subscription
       where account_no is null and noted_at < clock_timestamp() - interval '90 days' order by no limit 10000))`,
  );
}
