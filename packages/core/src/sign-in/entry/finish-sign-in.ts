import { DomainError, type SignInStep, type SignInWay } from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { openCeremony } from '../ceremony.ts';
import { lockPerson, type Entry, type LockedPerson } from '../../person/person.ts';
import { beginSession } from '../ways/session.ts';

/**
 * What an attempt that asks for the second factor keeps: the way of the first step, and when the
 * password was set, because a password that changes meanwhile ends the attempt.
 */
export type SecondStep = { how: SignInWay; email: string; passwordAt: string | null };

/** A passkey and single sign-on stand for the second factor (rulings §10.24). */
const standsForBoth = (how: SignInWay): boolean => how === 'passkey' || how === 'sso';

/**
 * Ends the first step of a sign-in: begins the session, or opens the attempt that asks for the
 * second factor where the person has one and the way does not stand for it (rulings §10.10).
 * `judge` runs in the same transaction under the person's lock, for what must still hold or happens
 * together with the sign-in. Throws what `judge` throws. For a person who was deleted meanwhile it
 * throws `wrong_password` after a password, as for an unknown e-mail, and `attempt_expired` after
 * any other way.
 */
export async function finishSignIn(
  core: Db,
  { person, how, visitor }: Entry,
  judge: (tx: Tx, person: LockedPerson) => Promise<void> = async () => {},
): Promise<SignInStep> {
  const step = await transaction(core.db, async (tx) => {
    const locked = await lockPerson(tx, person.rowId);
    if (locked === undefined) throw new DomainError(how === 'password' ? 'wrong_password' : 'attempt_expired');
    await judge(tx, locked);
    // `judge` may have removed the second factor, as the first proof of an e-mail does.
    const now = await lockPerson(tx, person.rowId);
    if (now === undefined) throw new DomainError('attempt_expired');
    if (now.factor === null || standsForBoth(how)) return beginSession(tx, { person: now, how, visitor });
    return { how, email: now.email, passwordAt: now.passwordAt?.toISOString() ?? null } satisfies SecondStep;
  });
  if ('token' in step) return step;
  const ceremony = await openCeremony(core, { kind: 'second_factor', personRowId: person.rowId, data: step });
  return { next: 'second_factor', ceremony };
}
