import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from './db.ts';
import { transaction } from './act.ts';
import type { Actor } from './actor.ts';
import type { Caller } from './caller.ts';
import { recordAction, recordActionOnSites, type Action } from './record-action.ts';
import { setRetention } from './set-retention.ts';
import { tellLog, type LogAct } from './tell-log.ts';

/** The account as read under its lock, with the limits of its plan. */
export type LockedAccount = {
  rowId: number;
  id: string;
  email: string;
  name: string | null;
  isReseller: boolean;
  plan: { slug: string; sites: number; retentionDays: number; keysPerSite: number };
  /** When a change of plan last paused sites of this account; null if none has. */
  lastDowngradeAt: Date | null;
};

/** The transaction, the locked account, and functions that record what was done. */
export type Change = {
  tx: Tx;
  account: LockedAccount;
  record: (action: Omit<Action, 'accountId'>) => Promise<void>;
  /** Records the same action once for each of these sites. */
  recordOnSites: (action: Omit<Action, 'accountId' | 'siteId'>, siteIds: readonly string[]) => Promise<void>;
  /** Tells the account's signed log what was done. Call it after the change itself. */
  tellLog: (...acts: LogAct[]) => Promise<void>;
  /** Sets for how many days events of these sites are kept, with grace, and tells the log. */
  setRetention: (sites: readonly number[] | 'all', days: number) => Promise<void>;
};

/**
 * Runs a change of one account in one transaction that locks the account's row. All caps, quotas
 * and unique rules of an account are judged under this lock, so they hold exactly under concurrency
 * and on any number of instances (rulings §3.8). Throws what `work` throws, `gone` if the account
 * or the caller's group was deleted in the meantime, and what `judgeMembership` throws. `before`
 * takes locks that come before that of the account.
 */
export function changeAccount<T>(
  core: Db,
  caller: Caller,
  work: (change: Change) => Promise<T>,
  before?: (tx: Tx) => Promise<void>,
): Promise<T> {
  const change = async (tx: Tx): Promise<T> => {
    await before?.(tx);
    const opened = await openChange(tx, caller);
    if (opened === undefined) throw gone(caller);
    if (caller.group !== undefined) {
      const group = await tx.group.findFirst({
        where: { rowId: caller.group.rowId, accountRowId: opened.account.rowId },
        select: { rowId: true },
      });
      if (group === null) throw gone(caller);
    }
    await judgeMembership(tx, caller);
    return work(opened);
  };
  return transaction(core.db, change);
}

/**
 * Locks an account and returns the means of its change; undefined if the account was deleted. For a
 * transaction that changes several accounts, which locks them in the order of their row ids.
 */
export async function openChange(
  tx: Tx,
  { actor, account: { rowId } }: { actor: Actor; account: { rowId: number } },
): Promise<Change | undefined> {
  const account = await lockAccount(tx, rowId);
  if (account === undefined) return undefined;
  const { id: accountId } = account;
  return {
    tx,
    account,
    record: (action) => recordAction(tx, actor, { ...action, accountId }),
    recordOnSites: (action, siteIds) => recordActionOnSites(tx, actor, { ...action, accountId }, siteIds),
    tellLog: (...acts) => tellLog(tx, { rowId }, actor, acts),
    setRetention: (sites, days) => setRetention(tx, account, actor, sites, days),
  };
}

/** A deletion that overtakes a request answers as if it came first (rulings §2.5). */
function gone({ actor }: Caller): DomainError {
  return new DomainError(actor.kind === 'account_key' || actor.kind === 'group_key' ? 'invalid_token' : 'not_found');
}

/**
 * Judges a member again under the lock: no key outlives a membership or session (rulings §2.5,
 * §10.4, §10.6). Throws `invalid_token`, `not_found`, `missing_role_owner`, `missing_role_admin`
 * and `whole_account_required`.
 */
async function judgeMembership(tx: Tx, caller: Caller): Promise<void> {
  if (caller.membership === undefined) return;
  const { rowId, sessionRowId, needs } = caller.membership;
  const isLive = await tx.session.count({ where: { rowId: sessionRowId, endedAt: null } });
  if (isLive === 0) throw new DomainError('invalid_token');
  const own = await tx.membership.findFirst({ where: { rowId }, select: { role: true, groupRowId: true } });
  if (own === null) throw gone(caller);
  if (needs === 'owner' && own.role !== 'owner') throw new DomainError('missing_role_owner');
  if (needs === 'admin' && own.role === 'viewer') throw new DomainError('missing_role_admin');
  const isWithinReach = own.groupRowId === null || own.groupRowId === caller.group?.rowId;
  if (!isWithinReach) throw caller.group === undefined ? new DomainError('whole_account_required') : gone(caller);
}

async function lockAccount(tx: Tx, rowId: number): Promise<LockedAccount | undefined> {
  // A second statement reads the plan: after a wait a join would have the plan row of before.
  type Row = {
    id: string;
    email: string;
    name: string | null;
    plan: string;
    is_reseller: boolean;
    last_downgrade_at: Date | null;
  };
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT id::text, email, name, plan, is_reseller, last_downgrade_at FROM account WHERE no = ${rowId} FOR NO KEY UPDATE`;
  if (row === undefined) return undefined;
  const plan = await tx.plan.findFirstOrThrow({ where: { slug: row.plan } });
  const { id, email, name, is_reseller: isReseller, last_downgrade_at: lastDowngradeAt } = row;
  return { rowId, id, email, name, isReseller, plan, lastDowngradeAt };
}
