import { DomainError } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { transaction } from '../ground/act.ts';
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
export async function deletePerson(core: Db, session: SessionCredential): Promise<void> {
  const isDeleted = await transaction(core.db, (tx) => erasePerson(tx, session.person.rowId));
  if (!isDeleted) throw new DomainError('invalid_token');
}

/**
 * Deletes a person on behalf of whoever runs the service, as above (rulings §10.25). Throws
 * `not_found`, and `last_owner` unless `mayOrphan`: the demo invites another owner right away.
 */
export async function removePerson(
  core: Db,
  actor: Actor,
  id: string,
  { mayOrphan = false }: { mayOrphan?: boolean } = {},
): Promise<void> {
  const known = await core.db.prisma.person.findFirst({ where: { id }, select: { rowId: true } });
  const isDeleted =
    known !== null && (await transaction(core.db, (tx) => erasePerson(tx, known.rowId, { actor, mayOrphan })));
  if (!isDeleted) throw new DomainError('not_found');
}

/** Without an actor the person deletes themselves. Returns whether there was such a person. */
async function erasePerson(tx: Tx, rowId: number, by: { actor?: Actor; mayOrphan?: boolean } = {}): Promise<boolean> {
  // This lock keeps new memberships out, because their foreign key shares the row.
  const [person] = await tx.$queryRaw<{ email: string }[]>`SELECT email FROM person WHERE no = ${rowId} FOR UPDATE`;
  if (person === undefined) return false;
  const { actor = memberActor({ person }), mayOrphan = false } = by;
  const action = by.actor === undefined ? 'member.leave' : 'member.remove';
  await endAllMemberships(tx, rowId, { actor, action, mayOrphan });
  await tx.person.delete({ where: { rowId } });
  await recordAction(tx, actor, { action: 'person.delete', accountId: null, detail: person });
  return true;
}

/**
 * Ends each membership of the person under its account's lock, in one order. Throws `last_owner`.
 */
async function endAllMemberships(
  tx: Tx,
  personRowId: number,
  { actor, action, mayOrphan }: { actor: Actor; action: 'member.leave' | 'member.remove'; mayOrphan: boolean },
): Promise<void> {
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
    if (!mayOrphan && others === 0 && members.some(({ role }) => role === 'owner')) throw new DomainError('last_owner');
    if (change !== undefined) await endMemberships(change, members, action);
  }
}
