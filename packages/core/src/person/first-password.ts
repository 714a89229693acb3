import type { Tx } from '@goal/db';

import { memberActor } from '../credential/credential.ts';
import { recordAction } from '../ground/record-action.ts';
import { judgePassword } from './password.ts';
import type { People } from './people.ts';
import type { PersonRef } from './person.ts';

/**
 * Judges and hashes the password of somebody who comes in by a link, before the transaction, which
 * must not wait for the hash. Without a password it returns undefined. Throws the refusals of
 * rulings §10.11, and `Overload` when too many passwords wait.
 */
export async function hashFirstPassword(
  { passwords }: Pick<People, 'passwords'>,
  email: string,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  judgePassword(password, email);
  return passwords.hash('entry', password);
}

/** Gives the person this password, in the transaction that lets them in. */
export async function setFirstPassword(tx: Tx, person: PersonRef, hash: string | undefined): Promise<void> {
  if (hash === undefined) return;
  await tx.$executeRaw`UPDATE person SET password = ${hash}, password_at = clock_timestamp() WHERE no = ${person.rowId}`;
  await recordAction(tx, memberActor({ person }), { action: 'password.set', accountId: null });
}
