import { DomainError } from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Core } from '../core.ts';
import { memberActor, type SessionCredential } from '../credential/credential.ts';
import { recordAction } from '../ground/record-action.ts';

/**
 * me.delete: deletes the person with their sessions, ways to sign in and memberships. What they did
 * stays in the records under their e-mail. Each account that they leave records it. Throws
 * `last_owner` where an account has no other owner (rulings §10.3).
 */
export async function deletePerson(core: Core, session: SessionCredential): Promise<void> {
  const { rowId } = session.person;
  await transaction(core.db, async (tx) => {
    // This lock keeps new memberships out, because their foreign key shares the row.
    const [person] = await tx.$queryRaw<{ email: string }[]>`SELECT email FROM person WHERE no = ${rowId} FOR UPDATE`;
    if (person === undefined) throw new DomainError('invalid_token');
    const actor = memberActor({ person });
    const accounts = await leaveAccounts(tx, rowId);
    for (const { id } of accounts) await recordAction(tx, actor, { action: 'member.leave', accountId: id });
    await tx.person.delete({ where: { rowId } });
    await recordAction(tx, actor, { action: 'person.delete', accountId: null, detail: person });
  });
}

/**
 * Locks the person's accounts in one order, judges that each keeps an owner, and removes what the
 * person had there.
 */
async function leaveAccounts(tx: Tx, personRowId: number): Promise<{ id: string }[]> {
  const accounts = await tx.$queryRaw<{ id: string }[]>`
    SELECT a.id::text FROM account a JOIN membership m ON m.account_no = a.no
    WHERE m.person_no = ${personRowId} ORDER BY a.no FOR NO KEY UPDATE OF a`;
  const orphaned = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM membership m WHERE m.person_no = ${personRowId} AND m.role = 'owner' AND NOT EXISTS (
      SELECT FROM membership o WHERE o.account_no = m.account_no AND o.role = 'owner' AND o.person_no <> m.person_no)
    LIMIT 1`;
  if (orphaned.length > 0) throw new DomainError('last_owner');
  return accounts;
}
