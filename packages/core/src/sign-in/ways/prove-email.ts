import type { RemovedWay } from '@goal/contract';
import type { Tx } from '@goal/db';

import { memberActor } from '../../credential/credential.ts';
import { recordAction } from '../../ground/record-action.ts';
import { tellOfWay } from '../../mail/news.ts';
import type { PersonRef } from '../../person/person.ts';
import { removeWaysIn } from './remove-ways-in.ts';

/**
 * Notes that a person has proven their mailbox: by a link or a code that was sent there, or by a
 * provider that confirms it (rulings §10.21). Somebody else may have made the person by a link that
 * was copied, so the first proof removes every way in, every session and every open attempt from
 * before it, in this transaction. Memberships stay. Begin the new session and set the new ways in
 * afterwards. Locks the person's row. The person is told by mail what was removed. Returns it, or
 * undefined where this proof was not the first one.
 */
export async function proveEmail(tx: Tx, person: PersonRef): Promise<RemovedWay[] | undefined> {
  const { rowId: personRowId } = person;
  const proven = await tx.$executeRaw`
    UPDATE person SET email_proven_at = clock_timestamp() WHERE no = ${personRowId} AND email_proven_at IS NULL`;
  if (proven === 0) return undefined;
  const removed = await removeWaysIn(tx, personRowId);
  await recordAction(tx, memberActor({ person }), { action: 'person.prove', accountId: null });
  if (removed.length > 0) await tellOfWay(tx, person, 'proof', removed);
  return removed;
}

/** What a new session tells of the proof that it begins with: what was removed, if anything was. */
export const toldOf = (removed: RemovedWay[] | undefined): { removed?: RemovedWay[] } =>
  removed === undefined || removed.length === 0 ? {} : { removed };
