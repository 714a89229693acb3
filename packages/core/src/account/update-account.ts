import { DomainError, type UpdateAccountInput } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { setAccountEmail, withUniqueEmail } from './set-account-email.ts';

/** Only an owner changes `secondFactor` and who sees addresses (rulings §10.24, §11.5). */
type AccountChange = UpdateAccountInput & { secondFactor?: boolean | undefined; hideIp?: boolean | undefined };

/**
 * Changes an account's e-mail, its name, whether its members need a second factor, and whether
 * its viewers see addresses (rulings §8 PATCH /admin/accounts/{id}, rulings §10.23, §10.24, §11.5).
 * What is omitted stays, and a value that stands already is not recorded. The old address is told
 * by mail. An owner changes the e-mail by a code instead (`change-account-email.ts`). Throws
 * `account_exists`, and `second_factor_first` where an owner requires what their session lacks.
 */
export async function updateAccount(
  core: Db,
  caller: Caller,
  { email, name, secondFactor, hideIp }: AccountChange,
): Promise<void> {
  await withUniqueEmail(() =>
    changeAccount(core, caller, async (change) => {
      const { tx, account, record } = change;
      const { rowId } = account;
      if (email !== undefined) await setAccountEmail(change, caller.actor, email);
      if (name !== undefined && name !== account.name) {
        await tx.account.update({ where: { rowId }, data: { name } });
        await record({ action: 'account.name', detail: { from: account.name, to: name } });
      }
      if (secondFactor !== undefined) {
        const { count } = await tx.account.updateMany({
          where: { rowId, secondFactor: !secondFactor },
          data: { secondFactor },
        });
        if (count > 0 && secondFactor) await assertOwnFactor(tx, caller);
        if (count > 0) await record({ action: 'account.second_factor', detail: { required: secondFactor } });
      }
      if (hideIp !== undefined) {
        const { count } = await tx.account.updateMany({ where: { rowId, hideIp: !hideIp }, data: { hideIp } });
        if (count > 0) await record({ action: 'account.hide_ip', detail: { hidden: hideIp } });
      }
    }),
  );
}

/** An owner who requires a second factor has one, to stay in. Throws `second_factor_first`. */
async function assertOwnFactor(tx: Tx, { membership }: Caller): Promise<void> {
  if (membership === undefined) return;
  const { how, person } = await tx.session.findUniqueOrThrow({
    where: { rowId: membership.sessionRowId },
    select: { how: true, person: { select: { totpAt: true } } },
  });
  if (person.totpAt === null && how !== 'passkey' && how !== 'sso') throw new DomainError('second_factor_first');
}
