import { DomainError, type CreatedAccount } from '@goal/contract';
import { uniqueViolation, type Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { transaction } from '../ground/act.ts';
import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import { tellLog } from '../ground/tell-log.ts';

/**
 * Creates an account (rulings §8 POST /admin/accounts), by default on the plan `free`. Throws
 * `unknown_plan` and `account_exists`.
 */
export async function createAccount(
  core: Db,
  actor: Actor,
  { email, plan = 'free' }: { email: string; plan?: string },
): Promise<CreatedAccount> {
  try {
    return await transaction(core.db, async (tx) => {
      if ((await tx.plan.count({ where: { slug: plan } })) === 0) throw new DomainError('unknown_plan');
      const made = await insertAccount(tx, actor, { email, plan });
      return { id: made.id, email, plan, is_reseller: made.isReseller, created_at: made.createdAt.toISOString() };
    });
  } catch (error) {
    if (uniqueViolation(error) === 'account_email_key') throw new DomainError('account_exists', { cause: error });
    throw error;
  }
}

type MadeAccount = { rowId: number; id: string; isReseller: boolean; createdAt: Date };

/** Creates an account within a transaction and records it. Fails where the e-mail is taken. */
export async function insertAccount(
  tx: Tx,
  actor: Actor,
  { email, plan }: { email: string; plan: string },
): Promise<MadeAccount> {
  const made = await tx.account.create({ data: { email, planSlug: plan } });
  await tellLog(tx, made, actor, [{ kind: 'account.create' }]);
  await recordAction(tx, actor, { action: 'account.create', accountId: made.id, detail: { email, plan } });
  return made;
}
