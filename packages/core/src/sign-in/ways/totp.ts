import { DomainError, limits, type RecoveryCodes, type TotpView } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { nameInAuthenticators } from '../../brand/brand-of-person.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { tellOfFactor } from '../../mail/news.ts';
import { openCeremony, putCeremonyBack, takeCeremony } from '../ceremony.ts';
import { changePerson } from '../../person/change-person.ts';
import { drawCode, readCode } from '../codes.ts';
import type { People } from '../../person/people.ts';
import { hashRecoveryCode, newFactor, openFactor, sealFactor, shownFactor, stepOf } from './second-factor.ts';

const recoveryCodeLength = 10;

/** A session sets up one second factor at a time. */
const attemptOf = ({ prefix }: SessionCredential): string => `totp of ${prefix}`;

/** The sealed secret of an attempt, in base64. */
type Attempt = { sealed: string };

/**
 * me.totp.begin: a new secret. It counts once `finishTotp` was told a code of it, within 10
 * minutes; until then a second factor that is on stays as it is. The authenticator keeps it under
 * the brand of the person's only account (rulings §10.38).
 */
export async function beginTotp(core: Db, people: People, session: SessionCredential): Promise<TotpView> {
  const { id, rowId, email } = session.person;
  const secret = newFactor();
  const data: Attempt = { sealed: Buffer.from(sealFactor(people, id, secret)).toString('base64') };
  await openCeremony(core, { kind: 'totp', id: attemptOf(session), personRowId: rowId, data });
  return shownFactor(secret, people, { issuer: await nameInAuthenticators(core, session.person), email });
}

/**
 * me.totp.finish: turns the second factor on and answers its recovery codes, this once. It replaces
 * an earlier one with its codes. Throws `attempt_expired`, `wrong_code`.
 */
export async function finishTotp(
  core: Db,
  people: People,
  session: SessionCredential,
  typed: string,
): Promise<RecoveryCodes> {
  const attempt = await takeCeremony<Attempt>(core, 'totp', attemptOf(session));
  const { secret } = openFactor(people, session.person.id, Buffer.from(attempt.data.sealed, 'base64'));
  const step = stepOf(secret, readCode(typed), Date.now());
  if (step === undefined) {
    await putCeremonyBack(core, 'totp', attemptOf(session), attempt);
    throw new DomainError('wrong_code');
  }
  return changePerson(core, session, async ({ tx, person, record }) => {
    // The code that turns the factor on has counted, and does not sign in as well.
    await tx.$executeRaw`
      UPDATE person SET totp = ${sealFactor(people, person.id, secret)}, totp_at = clock_timestamp(),
        totp_step = greatest(totp_step, ${step})
      WHERE no = ${person.rowId}`;
    await record('second_factor.on');
    return replaceRecoveryCodes(tx, person.rowId, secret);
  });
}

/** me.totp.remove: turns the second factor off. Off already is as good. */
export async function removeTotp(core: Db, session: SessionCredential): Promise<void> {
  await changePerson(core, session, async ({ tx, person, record }) => {
    if (person.factor === null) return;
    await tx.person.update({ where: { rowId: person.rowId }, data: { totp: null, totpAt: null } });
    await tx.recoveryCode.deleteMany({ where: { personRowId: person.rowId } });
    await record('second_factor.off');
    await tellOfFactor(tx, 'second_factor_off', person);
  });
}

/**
 * me.recoveryCodes.renew: ten new codes, this once; the old ones are void. Throws `not_found`
 * without a second factor.
 */
export function renewRecoveryCodes(core: Db, people: People, session: SessionCredential): Promise<RecoveryCodes> {
  return changePerson(core, session, async ({ tx, person }) => {
    if (person.factor === null) throw new DomainError('not_found');
    return replaceRecoveryCodes(tx, person.rowId, openFactor(people, person.id, person.factor).secret);
  });
}

async function replaceRecoveryCodes(tx: Tx, personRowId: number, secret: Uint8Array): Promise<RecoveryCodes> {
  const codes = new Set<string>();
  while (codes.size < limits.recoveryCodes) codes.add(drawCode(recoveryCodeLength));
  await tx.recoveryCode.deleteMany({ where: { personRowId } });
  await tx.recoveryCode.createMany({
    data: Array.from(codes, (code) => ({ personRowId, hash: hashRecoveryCode(secret, code) })),
  });
  return { recovery_codes: [...codes] };
}
