import { DomainError, type Role } from '@goal/contract';

import type { Caller } from '../ground/caller.ts';
import type { Change } from '../ground/change-account.ts';

/** A member, as themselves, or an operator or the command line, without a person. */
export type Inviter = Caller & { person?: { rowId: number } };

/** The role of a person in the locked account. Throws `not_found` for somebody who is no member. */
async function ownMembership(
  { tx, account }: Change,
  person: { rowId: number },
): Promise<{ role: Role; hasGroup: boolean }> {
  const own = await tx.membership.findUnique({
    where: { personRowId_accountRowId: { personRowId: person.rowId, accountRowId: account.rowId } },
    select: { role: true, groupRowId: true },
  });
  if (own === null) throw new DomainError('not_found');
  // A check of the database allows the three roles alone.
  return { role: own.role as Role, hasGroup: own.groupRowId !== null };
}

/**
 * Judges under the account's lock that the inviter may still handle members with these roles: the
 * request was judged before it waited for the lock, and a removed member must leave no invitation
 * behind (rulings §10.3). Only an owner handles owners. Throws `not_found`, `missing_role_admin`,
 * `whole_account_required` and `missing_role_owner`.
 */
export async function judgeInviter(change: Change, { person }: Inviter, ...handled: readonly string[]): Promise<void> {
  if (person === undefined) return;
  const own = await ownMembership(change, person);
  if (own.role === 'viewer') throw new DomainError('missing_role_admin');
  if (own.hasGroup) throw new DomainError('whole_account_required');
  if (own.role !== 'owner' && handled.includes('owner')) throw new DomainError('missing_role_owner');
}

/** How many owners the locked account has. */
export function countOwners({ tx, account }: Change): Promise<number> {
  return tx.membership.count({ where: { accountRowId: account.rowId, role: 'owner' } });
}

/** Throws `invalid_role` for an owner of one group. */
export function judgeReach(role: string, group: unknown): void {
  if (role === 'owner' && group !== null && group !== undefined) throw new DomainError('invalid_role');
}
