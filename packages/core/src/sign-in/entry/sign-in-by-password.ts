import {
  DomainError,
  type BeganSession,
  type PasswordEntry,
  type SecondFactorEntry,
  type SignInStep,
} from '@goal/contract';
import { transaction } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { withBrakes } from '../brake.ts';
import { putCeremonyBack, takeCeremony } from '../ceremony.ts';
import type { People } from '../../person/people.ts';
import { lockPerson, type Visitor } from '../../person/person.ts';
import { useSecondFactor } from '../ways/second-factor.ts';
import { beginSession } from '../ways/session.ts';
import { finishSignIn, type SecondStep } from './finish-sign-in.ts';
import { networkOf } from '../network.ts';
import { noteRefusal } from './note-refusal.ts';
import { judgeWay } from '../ways/ways.ts';

/**
 * entry.password. Both brakes are asked before the password is hashed, so that guesses cost no
 * processor time. An unknown e-mail, a person without a password and a wrong password are answered
 * alike after the same work (rulings §10.8, §10.9).
 *
 * Throws `not_found` where passwords are off, `rate_limited`, `wrong_password`, and `Overload` when
 * too many passwords wait.
 */
export async function signInByPassword(
  core: Db,
  people: People,
  visitor: Visitor,
  { email, password }: PasswordEntry,
): Promise<SignInStep> {
  judgeWay(people, 'password');
  const brakes = [
    { kind: 'address', about: networkOf(visitor.address) },
    { kind: 'password', about: email },
  ] as const;
  return withBrakes(core, brakes, async () => {
    const known = await core.db.prisma.person.findFirst({ where: { email }, select: { rowId: true, password: true } });
    const isRight = await people.passwords.isRight('entry', password, known?.password);
    if (known === null || !isRight) {
      await noteRefusal(core, email, 'password');
      throw new DomainError('wrong_password');
    }
    const person = { rowId: known.rowId, email };
    return finishSignIn(core, { person, how: 'password', visitor }, async (_tx, { password: now }) => {
      // The password was changed while the old one was being hashed.
      if (now !== known.password) throw new DomainError('wrong_password');
    });
  });
}

/**
 * entry.secondFactor: a code of the authenticator, or a recovery code. The attempt is taken before
 * anything is judged, and a wrong code puts it back, so that at most the brake's number of codes is
 * judged, however many come at once (rulings §10.8, §10.12).
 *
 * Throws `not_found` where passwords are off, `attempt_expired`, `rate_limited`, `wrong_code`.
 */
export async function signInBySecondFactor(
  core: Db,
  people: People,
  visitor: Visitor,
  { ceremony: id, code }: SecondFactorEntry,
): Promise<BeganSession> {
  judgeWay(people, 'password');
  return withBrakes(core, [{ kind: 'address', about: networkOf(visitor.address) }], async () => {
    const attempt = await takeCeremony<SecondStep>(core, 'second_factor', id);
    const { data, personRowId } = attempt;
    if (personRowId === null) throw new DomainError('attempt_expired');
    const judge = (): Promise<BeganSession> =>
      transaction(core.db, async (tx) => {
        const person = await lockPerson(tx, personRowId);
        const passwordAt = person?.passwordAt?.toISOString() ?? null;
        if (person === undefined || person.factor === null || passwordAt !== data.passwordAt)
          throw new DomainError('attempt_expired');
        await useSecondFactor(tx, people, person, code);
        return beginSession(tx, { person, how: data.how, visitor });
      });
    try {
      return await withBrakes(core, [{ kind: 'second_factor', about: String(personRowId) }], judge);
    } catch (error) {
      const isOver = error instanceof DomainError && error.code === 'attempt_expired';
      if (!isOver) await putCeremonyBack(core, 'second_factor', id, attempt);
      if (error instanceof DomainError && error.code === 'wrong_code') await noteRefusal(core, data.email, data.how);
      throw error;
    }
  });
}
