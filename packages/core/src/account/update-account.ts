import { DomainError } from '@goal/contract';
import { uniqueViolation } from '@goal/db';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { tellOldAccountEmail } from '../mail/news.ts';

/**
 * Changes an account's e-mail address (rulings §8 PATCH /admin/accounts/{id}). The old address is
 * told by mail (rulings §10.23). Throws `account_exists`.
 */
export async function updateAccount(core: Core, caller: Caller, { email }: { email: string }): Promise<void> {
  try {
    await changeAccount(core, caller, async ({ tx, account, record }) => {
      if (account.email === email) return;
      await tx.account.update({ where: { rowId: account.rowId }, data: { email } });
      const change = { from: account.email, to: email };
      await record({ action: 'account.email', detail: change });
      await tellOldAccountEmail(tx, account, { ...change, actor: caller.actor });
    });
  } catch (error) {
    if (uniqueViolation(error) === 'account_email_key') throw new DomainError('account_exists', { cause: error });
    throw error;
  }
}
