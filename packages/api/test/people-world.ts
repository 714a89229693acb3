import type { Role } from '@goal/contract';
import { beginSession } from '@goal/core';
import { transaction } from '@goal/db';

import { bearer, type Credential, type TestServices } from './access-world.ts';

/** Who signs in, and what the account lets them reach. */
export type Signed = {
  role?: Role;
  /** The row id of the one group. */
  group?: number;
  /** Whether the person has a second factor. */
  secondFactor?: boolean;
  /** Whether they proved their e-mail. */
  isProven?: boolean;
  /** Whether the last proof is older than 15 minutes. */
  isUnconfirmed?: boolean;
  /** What happened to the session since. */
  session?: 'ended' | 'expired' | 'idle';
};

/** Makes a person with a session, and a membership of the account where a role is given. */
export async function signIn(
  { core }: TestServices,
  account: { id: string },
  { role, group, secondFactor = false, isProven = false, isUnconfirmed = false, session }: Signed,
): Promise<Credential & { person: { id: string; rowId: number; email: string }; prefix: string }> {
  const { prisma } = core.db;
  const { rowId: accountRowId } = await prisma.account.findFirstOrThrow({ where: { id: account.id } });
  const person = await prisma.person.create({
    data: {
      email: `${crypto.randomUUID()}@example.com`,
      ...(secondFactor ? { totpAt: new Date() } : {}),
      ...(isProven ? { emailProvenAt: new Date() } : {}),
    },
  });
  if (role !== undefined)
    await prisma.membership.create({
      data: { personRowId: person.rowId, accountRowId, role, groupRowId: group ?? null },
    });
  const visitor = { address: '192.0.2.1', userAgent: 'a browser' };
  const { token } = await transaction(core.db, (tx) => beginSession(tx, { person, how: 'password', visitor }));
  const prefix = token.split('_')[2] ?? '';
  await transaction(core.db, async (tx) => {
    if (isUnconfirmed)
      await tx.$executeRaw`UPDATE session SET confirmed_at = now() - interval '15 minutes' WHERE prefix = ${prefix}`;
    if (session === 'ended') await tx.$executeRaw`UPDATE session SET ended_at = now() WHERE prefix = ${prefix}`;
    if (session === 'expired')
      await tx.$executeRaw`UPDATE session SET expires_at = now() - interval '1 second' WHERE prefix = ${prefix}`;
    if (session === 'idle')
      await tx.$executeRaw`UPDATE session SET created_at = now() - interval '7 days' WHERE prefix = ${prefix}`;
  });
  return { authorization: bearer(token), accountId: account.id, person, prefix };
}
