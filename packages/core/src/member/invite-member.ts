import { DomainError, isUuid, limits, type Role } from '@goal/contract';
import { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { makerOf } from '../ground/actor.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { reachDetail, revokeInvitations } from '../ground/end-memberships.ts';
import { findGroup } from '../group/find-group.ts';
import { insertKey } from '../key/insert-key.ts';
import { isOpen } from './find-invitation.ts';
import { countOwners, judgeInviter, judgeReach, type Inviter } from './inviter.ts';

/** Both tokens of an invitation; `mailToken` proves the mailbox it goes to (rulings §10.21). */
export type Invited = { id: string; email: string; token: string; mailToken: string; expiresAt: Date };

/**
 * Invites an e-mail to the account: with a role, and with one group or the whole account (rulings
 * §10.3). Serves members, operators and the command line. An earlier invitation of the same e-mail
 * is revoked. Throws `invalid_role` for an owner with a group; what `judgeInviter` throws;
 * `has_owner` for an operator where an owner has joined (rulings §10.25); `not_found` for an
 * unknown or foreign group; `already_member`, `hundred_members`, `hundred_invitations`.
 */
export async function inviteMember(
  core: Db,
  inviter: Inviter,
  { email, role, groupId = null }: { email: string; role: Role; groupId?: unknown },
): Promise<Invited> {
  judgeReach(role, groupId);
  return changeAccount(core, inviter, async (change) => {
    const { tx, account, record } = change;
    await judgeInviter(change, inviter, role);
    if (inviter.actor.kind === 'operator' && (await countOwners(change)) > 0) throw new DomainError('has_owner');
    const group = groupId === null ? null : await findGroup(tx, account.rowId, groupId);
    await judgePlaces(change, inviter, email);
    await record({ action: 'invitation.create', detail: reachDetail({ email, role, group }) });
    const { actor, person } = inviter;
    let made = { id: '', expiresAt: new Date(0) };
    const { token } = await insertKey('invitation', async ({ prefix, hash }) => {
      const rows = await tx.$queryRaw<{ id: string; expires_at: Date }[]>`
        INSERT INTO invitation (prefix, hash, account_no, group_no, role, email, created_by, inviter_no, by_operator, expires_at)
        VALUES (${prefix}, ${hash}, ${account.rowId}, ${group?.rowId ?? null}, ${role}, ${email}, ${makerOf(actor)}, ${person?.rowId ?? null},
          ${actor.kind === 'operator'}, clock_timestamp() + ${limits.invitationDays} * interval '1 day')
        ON CONFLICT (prefix) DO NOTHING RETURNING id::text, expires_at`;
      made = rows[0] === undefined ? made : { id: rows[0].id, expiresAt: rows[0].expires_at };
      return { count: rows.length };
    });
    return { ...made, email, token, mailToken: await renewMailToken(change, made.id) };
  });
}

/** Revokes the e-mail's open ones and judges the places. Only an owner replaces an owner's. */
async function judgePlaces(change: Change, inviter: Inviter, email: string): Promise<void> {
  const { tx, account } = change;
  const accountRowId = account.rowId;
  const known = await tx.membership.count({ where: { accountRowId, person: { email } } });
  if (known > 0) throw new DomainError('already_member');
  const members = await tx.membership.count({ where: { accountRowId } });
  if (members >= limits.membersPerAccount) throw new DomainError('hundred_members');
  const replaced = await tx.invitation.findMany({
    where: { ...isOpen(), accountRowId, email },
    select: { role: true },
  });
  await judgeInviter(change, inviter, ...replaced.map(({ role }) => role));
  await revokeInvitations(change, Prisma.sql`email = ${email}`);
  // One that has expired stands in the way of the unique index too.
  await tx.$executeRaw`
    UPDATE invitation SET revoked_at = clock_timestamp()
    WHERE account_no = ${accountRowId} AND email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL`;
  const [open] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int FROM invitation
    WHERE account_no = ${accountRowId} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()`;
  if (open.count >= limits.invitationsPerAccount) throw new DomainError('hundred_invitations');
}

/** Gives an invitation another token for its mail, in place of the one before. */
async function renewMailToken({ tx }: Change, id: string): Promise<string> {
  const { token } = await insertKey('invitation', async ({ prefix, hash }) => ({
    count: await tx.$executeRaw`
      UPDATE invitation SET mailed_prefix = ${prefix}, mailed_hash = ${hash}
      WHERE id = ${id}::uuid AND NOT EXISTS (SELECT 1 FROM invitation o WHERE o.mailed_prefix = ${prefix})`,
  }));
  return token;
}

/**
 * Makes new links for an open invitation; the earlier ones are void, and the seven days begin
 * again. From now on it is the renewer's invitation: it is revoked when they go. Throws what
 * `judgeInviter` throws, and `not_found` for an invitation that is unknown, foreign, used, revoked
 * or expired.
 */
export async function renewInvitation(core: Db, inviter: Inviter, id: string): Promise<Invited> {
  return changeAccount(core, inviter, async (change) => {
    const { tx, record } = change;
    const open = await findOpen(change, inviter, id);
    await record({ action: 'invitation.create', detail: { ...reachDetail(open), renewed: true } });
    const { actor, person } = inviter;
    let expiresAt = new Date(0);
    const { token } = await insertKey('invitation', async ({ prefix, hash }) => {
      const rows = await tx.$queryRaw<{ expires_at: Date }[]>`
        UPDATE invitation SET prefix = ${prefix}, hash = ${hash}, created_by = ${makerOf(actor)}, inviter_no = ${person?.rowId ?? null},
          by_operator = ${actor.kind === 'operator'},
          expires_at = clock_timestamp() + ${limits.invitationDays} * interval '1 day'
        WHERE no = ${open.rowId} AND NOT EXISTS (SELECT 1 FROM invitation o WHERE o.prefix = ${prefix})
        RETURNING expires_at`;
      expiresAt = rows[0]?.expires_at ?? expiresAt;
      return { count: rows.length };
    });
    return { id, email: open.email, token, mailToken: await renewMailToken(change, id), expiresAt };
  });
}

/**
 * Revokes an open invitation. Throws what `judgeInviter` throws, also for an admin who revokes an
 * owner's invitation (rulings §10.3), and `not_found` for one that is unknown, foreign, used,
 * revoked or expired.
 */
export async function revokeInvitation(core: Db, inviter: Inviter, id: string): Promise<void> {
  await changeAccount(core, inviter, async (change) => {
    const { rowId } = await findOpen(change, inviter, id);
    await revokeInvitations(change, Prisma.sql`no = ${rowId}`);
  });
}

/** An open one that the inviter may handle. Throws what `judgeInviter` throws, and `not_found`. */
async function findOpen(
  change: Change,
  inviter: Inviter,
  id: string,
): Promise<{ rowId: number; email: string; role: string; group: { id: string; name: string } | null }> {
  await judgeInviter(change, inviter);
  if (!isUuid(id)) throw new DomainError('not_found');
  const open = await change.tx.invitation.findFirst({
    where: { ...isOpen(), id, accountRowId: change.account.rowId },
    select: { rowId: true, email: true, role: true, group: { select: { id: true, name: true } } },
  });
  if (open === null) throw new DomainError('not_found');
  await judgeInviter(change, inviter, open.role);
  return open;
}
