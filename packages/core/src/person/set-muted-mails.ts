import type { mutableMails } from '@goal/contract';

import type { Core } from '../core.ts';
import type { SessionCredential } from '../credential/credential.ts';

/** me.mails.set: the kinds of news that the person no longer gets by mail (rulings §10.28). */
export async function setMutedMails(
  { db }: Pick<Core, 'db'>,
  { person }: Pick<SessionCredential, 'person'>,
  kinds: readonly (typeof mutableMails)[number][],
): Promise<void> {
  await db.work.query('UPDATE person SET muted_mails = $2 WHERE no = $1', [
    person.rowId,
    [...new Set(kinds)].toSorted(),
  ]);
}
