import { DomainError, type UpdateAccountInput } from '@goal/contract';
import { uniqueViolation } from '@goal/db';

import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { tellOldAccountEmail } from '../mail/news.ts';

/**
 * What changes. Whether members need a second factor, and whether viewers see addresses, is for an
 * owner to say (rulings §10.24, §11.5).
 */
type AccountChange = UpdateAccountInput & { secondFactor?: boolean | undefined; hideIp?: boolean | undefined };

/**
 * Changes an account's e-mail, its name, whether its members need a second factor, and whether
 * its viewers see addresses (rulings §8 PATCH /admin/accounts/{id}, rulings §10.23, §10.24, §11.5).
 * What is omitted stays, and a value that stands already is not recorded. The old address is told
 * by mail. Throws `account_exists`.
 */
export async function updateAccount(
  core: Core,
  caller: Caller,
  { email, name, secondFactor, hideIp }: AccountChange,
): Promise<void> {
  try {
    await changeAccount(core, caller, async ({ tx, account, record }) => {
      const { rowId } = account;
      if (email !== undefined && email !== account.email) {
        await tx.account.update({ where: { rowId }, data: { email } });
        const change = { from: account.email, to: email };
        await record({ action: 'account.email', detail: change });
        await tellOldAccountEmail(tx, account, { ...change, actor: caller.actor });
      }
      if (name !== undefined && name !== account.name) {
        await tx.account.update({ where: { rowId }, data: { name } });
        await record({ action: 'account.name', detail: { from: account.name, to: name } });
      }
      if (secondFactor !== undefined) {
        const { count } = await tx.account.updateMany({
          where: { rowId, secondFactor: !secondFactor },
          data: { secondFactor },
        });
        if (count > 0) await record({ action: 'account.second_factor', detail: { required: secondFactor } });
      }
      if (hideIp !== undefined) {
        const { count } = await tx.account.updateMany({ where: { rowId, hideIp: !hideIp }, data: { hideIp } });
        if (count > 0) await record({ action: 'account.hide_ip', detail: { hidden: hideIp } });
      }
    });
  } catch (error) {
    if (uniqueViolation(error) === 'account_email_key') throw new DomainError('account_exists', { cause: error });
    throw error;
  }
}
