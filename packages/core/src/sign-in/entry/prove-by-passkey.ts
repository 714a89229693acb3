import {
  DomainError,
  type BeganPasskey,
  type BeganSession,
  type Confirmed,
  type FinishPasskeyInput,
} from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { transaction } from '../../ground/act.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { findAsserted, judgeAssertion, notePasskeyUse, openAssertion, type PasskeyAttempt } from '../ways/assertion.ts';
import { spendTry } from '../brake.ts';
import { takeCeremony } from '../ceremony.ts';
import type { People } from '../../person/people.ts';
import { lockPerson, type Visitor } from '../../person/person.ts';
import { beginSession, confirmSession } from '../ways/session.ts';
import { networkOf } from '../network.ts';
import { noteRefusal } from './note-refusal.ts';
import { judgeWay } from '../ways/ways.ts';

/**
 * entry.passkey.begin. The brake on attempts only bounds the rows that one address can make; the
 * brakes on passwords do not stop passkeys (rulings §10.8). Throws `not_found` where passkeys are
 * off, and `rate_limited`.
 */
export async function beginPasskeyEntry(core: Db, people: People, visitor: Visitor): Promise<BeganPasskey> {
  judgeWay(people, 'passkey');
  await spendTry(core, { kind: 'attempt', about: networkOf(visitor.address) });
  return openAssertion(core, people, 'passkey_entry');
}

/**
 * entry.passkey.finish: begins a session of the person whose passkey answered. A passkey stands for
 * the second factor as well, because it verifies its user. The attempt is taken before anything is
 * judged, so an assertion counts once (rulings §10.10).
 *
 * Throws `not_found` where passkeys are off, `attempt_expired`, and `unknown_passkey`.
 */
export async function signInByPasskey(
  core: Db,
  people: People,
  visitor: Visitor,
  { ceremony, response }: FinishPasskeyInput,
): Promise<BeganSession> {
  judgeWay(people, 'passkey');
  const { data } = await takeCeremony<PasskeyAttempt>(core, 'passkey_entry', ceremony);
  const known = await findAsserted(core, response);
  try {
    const proven = await judgeAssertion(people, data, known, response);
    return await transaction(core.db, async (tx) => {
      const person = await lockPerson(tx, known.person.rowId);
      if (person === undefined) throw new DomainError('unknown_passkey');
      await notePasskeyUse(tx, proven);
      return beginSession(tx, { person, how: 'passkey', visitor });
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unknown_passkey')
      await noteRefusal(core, known.person.email, 'passkey');
    throw error;
  }
}

/** me.confirm.passkey.begin. Throws `not_found` where passkeys are off. */
export async function beginPasskeyConfirmation(
  core: Db,
  people: People,
  { person }: SessionCredential,
): Promise<BeganPasskey> {
  judgeWay(people, 'passkey');
  return openAssertion(core, people, 'passkey_confirm', person.rowId);
}

/**
 * me.confirm.passkey.finish: proves who the person is for the next 15 minutes (rulings §10.15).
 * Throws `not_found` where passkeys are off; `attempt_expired`, also for somebody else's attempt;
 * `unknown_passkey`, also for somebody else's passkey.
 */
export async function confirmByPasskey(
  core: Db,
  people: People,
  session: SessionCredential,
  { ceremony, response }: FinishPasskeyInput,
): Promise<Confirmed> {
  judgeWay(people, 'passkey');
  const { data, personRowId } = await takeCeremony<PasskeyAttempt>(core, 'passkey_confirm', ceremony);
  if (personRowId !== session.person.rowId) throw new DomainError('attempt_expired');
  const known = await findAsserted(core, response);
  if (known.personRowId !== personRowId) throw new DomainError('unknown_passkey');
  const proven = await judgeAssertion(people, data, known, response);
  const until = await transaction(core.db, async (tx) => {
    if ((await lockPerson(tx, personRowId)) === undefined) throw new DomainError('invalid_token');
    await notePasskeyUse(tx, proven);
    return confirmSession(tx, session);
  });
  return { confirmed_until: until };
}
