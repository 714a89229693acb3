import { DomainError, parseToken, type Role } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { brandColumns } from '../brand/brand.ts';
import { isToken } from '../credential/token.ts';

const found = {
  rowId: true,
  id: true,
  hash: true,
  mailedHash: true,
  email: true,
  role: true,
  groupRowId: true,
  createdBy: true,
  expiresAt: true,
  account: { select: { rowId: true, id: true, email: true, name: true, isReseller: true, ...brandColumns } },
  group: { select: { id: true, name: true } },
} as const satisfies Prisma.InvitationSelect;

/** An invitation that was open a moment ago, by `givenHash`; `isMailed`: it went to the mailbox. */
export type OpenInvitation = Omit<
  Prisma.InvitationGetPayload<{ select: typeof found }>,
  'hash' | 'mailedHash' | 'role'
> & {
  role: Role;
  givenHash: Uint8Array<ArrayBuffer>;
  isMailed: boolean;
};

/** The condition that an invitation is neither used nor revoked nor expired. */
export const isOpen = () => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } });

/**
 * Finds an open invitation by one of its tokens. Throws `not_found` alike for a malformed or
 * unknown token and for an invitation that is used, revoked or expired.
 */
export async function findInvitationByToken({ db }: Db, token: string): Promise<OpenInvitation> {
  const parsed = parseToken(token);
  if (parsed?.kind !== 'invitation') throw new DomainError('not_found');
  const { prefix } = parsed;
  const rows = await db.prisma.invitation.findMany({
    where: { ...isOpen(), OR: [{ prefix }, { mailedPrefix: prefix }] },
    select: found,
  });
  for (const { hash, mailedHash, ...row } of rows) {
    // A check of the database allows the three roles alone.
    const role = row.role as Role;
    if (isToken(token, hash)) return { ...row, role, givenHash: hash, isMailed: false };
    if (mailedHash !== null && isToken(token, mailedHash))
      return { ...row, role, givenHash: mailedHash, isMailed: true };
  }
  throw new DomainError('not_found');
}

/** Finds the open invitation with this id to this e-mail. Throws `not_found`. */
export async function findInvitationTo({ db }: Db, email: string, id: string): Promise<OpenInvitation> {
  const row = await db.prisma.invitation.findFirst({ where: { ...isOpen(), id, email }, select: found });
  if (row === null) throw new DomainError('not_found');
  return { ...row, role: row.role as Role, givenHash: row.hash, isMailed: false };
}
