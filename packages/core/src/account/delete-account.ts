import { DomainError, parseKnownEmail } from '@goal/contract';
import { Prisma } from '@goal/db';

import type { Core } from '../core.ts';
import { isPaid, keptSubscriptionOf } from '../billing/subscription-rule.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { endingMember, endMemberships, revokeInvitations } from '../ground/end-memberships.ts';
import { judgeHoldOfAccount } from '../ground/legal-holds.ts';

/**
 * Deletes an account with its sites, keys and groups. At the commit its events disappear for every
 * reader; their storage is reclaimed in the background (rulings §8, §5.6). It cannot be undone. The
 * end of each membership and open invitation is recorded (rulings §10.3). Throws `on_legal_hold`.
 *
 * An owner confirms by typing the account's e-mail, in letters of any case (rulings §10.29). With
 * `typed` it throws `account_email_typed` where that is another text, and `subscription_living`
 * while a subscription is paid. Both are judged under the account's lock.
 */
export async function deleteAccount(core: Core, caller: Caller, typed?: string): Promise<void> {
  await changeAccount(core, caller, async (change) => {
    const { tx, account, record, tellLog } = change;
    if (typed !== undefined) await judgeOwnersDeletion(change, typed);
    await judgeHoldOfAccount(tx, account.rowId);
    await endAllMemberships(change);
    await tx.$executeRaw`
      INSERT INTO gone_site (account, site) SELECT account_no, no FROM site WHERE account_no = ${account.rowId}`;
    await tx.goneAccount.create({ data: { account: account.rowId } });
    await tx.account.delete({ where: { rowId: account.rowId } });
    await tellLog({ kind: 'account.delete' });
    await record({ action: 'account.delete', detail: { email: account.email, plan: account.plan.slug } });
  });
  core.wakeReclaimer();
}

async function judgeOwnersDeletion({ tx, account }: Change, typed: string): Promise<void> {
  if (parseKnownEmail(typed) !== account.email) throw new DomainError('account_email_typed');
  const subscriptions = await tx.subscription.findMany({ where: { accountRowId: account.rowId } });
  if (subscriptions.some((row) => isPaid(keptSubscriptionOf(row)))) throw new DomainError('subscription_living');
}

async function endAllMemberships(change: Change): Promise<void> {
  const members = await change.tx.membership.findMany({
    where: { accountRowId: change.account.rowId },
    select: endingMember,
    orderBy: { rowId: 'asc' },
  });
  await endMemberships(change, members, 'member.remove');
  await revokeInvitations(change, Prisma.sql`true`);
}
