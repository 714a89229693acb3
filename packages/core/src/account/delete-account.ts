import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';

/**
 * Deletes an account with its sites, keys and groups. At the commit its events disappear for every
 * reader; their storage is reclaimed in the background (rulings §8, §5.6). It cannot be undone.
 */
export async function deleteAccount(core: Core, caller: Caller): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    await tx.$executeRaw`
      INSERT INTO gone_site (account, site) SELECT account_no, no FROM site WHERE account_no = ${account.rowId}`;
    await tx.goneAccount.create({ data: { account: account.rowId } });
    await tx.account.delete({ where: { rowId: account.rowId } });
    await record({ action: 'account.delete', detail: { email: account.email, plan: account.plan.slug } });
  });
  core.wakeReclaimer();
}
