import { DomainError } from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Core } from '../core.ts';
import { memberActor, type SessionCredential } from '../credential/credential.ts';
import type { Actor } from '../ground/actor.ts';
import { openChange } from '../ground/change-account.ts';
import { endingMember, endMemberships } from '../ground/end-memberships.ts';
import { recordAction } from '../ground/record-action.ts';

/**
 * me.delete: deletes the person with their sessions, ways to sign in and memberships, and revokes
 * the open invitations that they made. What they did stays in the records under their e-mail, and
 * each account that they leave records it. Throws `last_owner` where an account has no other owner
 * (rulings §10.3).
 */
export async function deletePerson(core: Core, session: SessionCredential): Promise<void> {
  const { rowId } = session.person;
  await transaction(core.db, async (tx) => {
    // This lock keeps new memberships out, because their foreign key shares the row.
    const [person] = await tx.$queryRaw<{ email: string }[]>`SELECT email FROM person WHERE no = ${rowId} FOR UPDATE`;
    if (person === undefined) throw new DomainError('invalid_token');
    const actor = memberActor({ person });
    await leaveAccounts(tx, actor, rowId);
    await tx.person.delete({ where: { rowId } });
    await recordAction(tx, actor, { action: 'person.delete', accountId: null, detail: person });
  });
}

/** Leaves each account of the person under its lock, in one order. Throws `last_owner`. */
async function leaveAccounts(tx: Tx, actor: Actor, personRowId: number): Promise<void> {
  const found = await tx.membership.findMany({
    where: { personRowId },
    select: { accountRowId: true },
    orderBy: { accountRowId: 'asc' },
  });
  for (const { accountRowId } of found) {
    const change = await openChange(tx, { actor, account: { rowId: accountRowId } });
    // Under the lock nobody changes who the members are.
    const members = await tx.membership.findMany({ where: { accountRowId, personRowId }, select: endingMember });
    const others = await tx.membership.count({
      where: { accountRowId, role: 'owner', personRowId: { not: personRowId } },
    });
    if (others === 0 && members.some(({ role }) => role === 'owner')) throw new DomainError('last_owner');
    if (change !== undefined) await endMemberships(change, members, 'member.leave');
  }
}
