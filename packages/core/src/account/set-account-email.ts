import { DomainError } from '@goal/contract';
import { uniqueViolation } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import type { Change } from '../ground/change-account.ts';
import { tellOldAccountEmail } from '../mail/news.ts';

/**
 * Sets the e-mail of a locked account, records it, and tells the old address by mail. An e-mail
 * that stands already is not recorded. Runs within `withUniqueEmail`.
 */
export async function setAccountEmail({ tx, account, record }: Change, actor: Actor, email: string): Promise<void> {
  if (email === account.email) return;
  const change = { from: account.email, to: email };
  await tx.account.update({ where: { rowId: account.rowId }, data: { email } });
  await record({ action: 'account.email', detail: change });
  await tellOldAccountEmail(tx, account, { ...change, actor });
}

/** Does `work`. Throws `account_exists` where another account has the e-mail that it sets. */
export async function withUniqueEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueViolation(error) === 'account_email_key') throw new DomainError('account_exists', { cause: error });
    throw error;
  }
}
