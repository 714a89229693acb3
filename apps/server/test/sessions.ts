import { beginSession } from '@goal/core';
import { transaction } from '@goal/db';

import { unique, type Account, type TestService } from './harness.ts';

/**
 * Opens a session of an owner of the account, or of an admin of one group: its token, and the
 * header that names the account.
 */
export async function openSession(
  { db }: Pick<TestService, 'db'>,
  { id }: Account,
  groupRowId?: number,
): Promise<{ token: string; headers: Record<string, string> }> {
  const { rowId: accountRowId } = await db.prisma.account.findFirstOrThrow({ where: { id } });
  const person = await db.prisma.person.create({ data: { email: `${unique()}@example.com` } });
  const role = groupRowId === undefined ? { role: 'owner' } : { role: 'admin', groupRowId };
  await db.prisma.membership.create({ data: { personRowId: person.rowId, accountRowId, ...role } });
  const visitor = { address: '192.0.2.1', userAgent: 'a browser' };
  const { token } = await transaction(db, (tx) => beginSession(tx, { person, how: 'password', visitor }));
  return { token, headers: { 'X-Goal-Account': id } };
}
