import { DomainError, type ActionName } from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Caller } from './caller.ts';
import { recordAction, recordActionOnSites, type Action } from './record-action.ts';
import type { Core } from '../core.ts';

/** The account as it stands under the lock, with the limits of its plan. */
export type LockedAccount = {
  rowId: number;
  id: string;
  email: string;
  isReseller: boolean;
  plan: { slug: string; sites: number; retentionDays: number; keysPerSite: number };
  /** When a change of plan last paused sites of this account; null: none has. */
  lastDowngradeAt: Date | null;
};

/** Inside a change: the transaction, the locked account, and the pen. */
export type Change = {
  tx: Tx;
  account: LockedAccount;
  record: (action: Omit<Action, 'accountId'>) => Promise<void>;
  /** Records the same act once for each of these sites. */
  recordOnSites: (action: ActionName, siteIds: readonly string[]) => Promise<void>;
};

/**
 * Runs a change of one account in one transaction that holds the account's row: all caps, quotas and unique rules of an account are judged
 * under this one lock, so they hold exactly under concurrency, on any number of instances (rulings §3.8).
 * Throws what `work` throws, and `gone` when a deletion has overtaken the caller.
 */
export function changeAccount<T>(core: Core, caller: Caller, work: (change: Change) => Promise<T>): Promise<T> {
  const change = async (tx: Tx): Promise<T> => {
    const account = await lockAccount(tx, caller.account.rowId);
    if (account === undefined) throw gone(caller);
    if (caller.group !== undefined) {
      const group = await tx.group.findFirst({
        where: { rowId: caller.group.rowId, accountRowId: account.rowId },
        select: { rowId: true },
      });
      if (group === null) throw gone(caller);
    }
    const record: Change['record'] = (action) => recordAction(tx, caller.actor, { ...action, accountId: account.id });
    const recordOnSites: Change['recordOnSites'] = (action, siteIds) =>
      recordActionOnSites(tx, caller.actor, { action, accountId: account.id }, siteIds);
    return work({ tx, account, record, recordOnSites });
  };
  return transaction(core.db, change);
}

/** A request that a deletion overtakes is answered as if it came after it (rulings §2.5): the key is gone, or the operator's id. */
function gone({ actor }: Caller): DomainError {
  return new DomainError(actor.kind === 'account_key' || actor.kind === 'group_key' ? 'invalid_token' : 'not_found');
}

async function lockAccount(tx: Tx, rowId: number): Promise<LockedAccount | undefined> {
  // Two statements: a join would be judged again with the plan that was joined before the lock was waited for.
  type Row = { id: string; email: string; plan: string; is_reseller: boolean; last_downgrade_at: Date | null };
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT id::text, email, plan, is_reseller, last_downgrade_at FROM account WHERE no = ${rowId} FOR NO KEY UPDATE`;
  if (row === undefined) return undefined;
  const plan = await tx.plan.findUniqueOrThrow({ where: { slug: row.plan } });
  const { id, email, is_reseller: isReseller, last_downgrade_at: lastDowngradeAt } = row;
  return { rowId, id, email, isReseller, plan, lastDowngradeAt };
}
