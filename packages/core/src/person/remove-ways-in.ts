import type { Tx } from '@goal/db';

import { endSessionsOf } from './session.ts';

/**
 * Removes every way in of a person, every session and every open attempt, in the transaction of the
 * caller, who holds the person's row. Memberships stay.
 */
export async function removeWaysIn(tx: Tx, personRowId: number): Promise<void> {
  const where = { personRowId };
  await tx.person.update({
    where: { rowId: personRowId },
    data: { password: null, passwordAt: null, totp: null, totpAt: null },
  });
  await tx.passkey.deleteMany({ where });
  await tx.recoveryCode.deleteMany({ where });
  await tx.identity.deleteMany({ where });
  await tx.ceremony.deleteMany({ where });
  await endSessionsOf(tx, personRowId);
}
