import type { mutableMails } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { SessionCredential } from '../credential/credential.ts';
import { transaction } from '../ground/act.ts';

/** me.mails.set: the kinds of news that the person no longer gets by mail (rulings §10.28). */
export async function setMutedMails(
  { db }: Db,
  { person }: Pick<SessionCredential, 'person'>,
  kinds: readonly (typeof mutableMails)[number][],
): Promise<void> {
  const mutedMails = [...new Set(kinds)].toSorted();
  await transaction(db, (tx) => tx.person.updateMany({ where: { rowId: person.rowId }, data: { mutedMails } }));
}
