import type { RemovedWay } from '@goal/contract';
import type { Tx } from '@goal/db';

import { memberActor } from '../../credential/credential.ts';
import { recordAction } from '../../ground/record-action.ts';
import { tellOfWay } from '../../mail/news.ts';
import type { PersonRef } from '../../person/person.ts';
import { removeWaysIn } from './remove-ways-in.ts';

/**
 * A mailbox is proven, by link, code or provider (rulings §10.21): the first time every earlier
 * way, session and attempt ends, as somebody else may have made them; memberships stay. Locks the
 * person and mails what went, which it returns; undefined if not the first.
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
