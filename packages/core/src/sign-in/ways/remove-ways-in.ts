import { removedWays, type RemovedWay } from '@goal/contract';
import type { Tx } from '@goal/db';

import { endSessionsOf } from './session.ts';

/**
 * Removes every way in of a person, every session and every open attempt, in the transaction of the
 * caller, who holds the person's row. Memberships stay. Returns the ways that there were.
 */
export async function removeWaysIn(tx: Tx, personRowId: number): Promise<RemovedWay[]> {
  const where = { personRowId };
  const { password, totpAt } = await tx.person.findFirstOrThrow({
    where: { rowId: personRowId },
    select: { password: true, totpAt: true },
  });
  await tx.person.update({
    where: { rowId: personRowId },
    data: { password: null, passwordAt: null, totp: null, totpAt: null },
  });
  const passkeys = await tx.passkey.deleteMany({ where });
  await tx.recoveryCode.deleteMany({ where });
  const identities = await tx.identity.deleteMany({ where });
  await tx.ceremony.deleteMany({ where });
  await endSessionsOf(tx, personRowId);
  const isGone: Record<RemovedWay, boolean> = {
    password: password !== null,
    passkeys: passkeys.count > 0,
    second_factor: totpAt !== null,
    single_sign_on: identities.count > 0,
  };
  return removedWays.filter((way) => isGone[way]);
}
