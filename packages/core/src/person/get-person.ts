import { limits, type PersonView, type Role } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { brandOfPerson } from '../brand/brand-of-person.ts';
import { brandColumns, shownBrand } from '../brand/brand.ts';
import type { SessionCredential } from '../credential/credential.ts';
import { hasWayIn } from './change-person.ts';
import type { People } from './people.ts';

/** Accounts that the answer names, the oldest memberships first. */
const memberships = 1000;

/**
 * me.get: the person, their ways to sign in, their accounts, and the open invitations to their
 * e-mail once it is proven (rulings §10.21).
 */
export async function getPerson(core: Db, people: People, session: SessionCredential): Promise<PersonView> {
  const { rowId } = session.person;
  const { prisma } = core.db;
  const [person, recoveryCodes, memberOf, invitations, any] = await Promise.all([
    prisma.person.findFirstOrThrow({
      where: { rowId },
      include: {
        passkeys: { orderBy: { rowId: 'asc' }, take: limits.passkeysPerPerson },
        identities: { orderBy: { createdAt: 'asc' }, take: 20 },
      },
    }),
    prisma.recoveryCode.count({ where: { personRowId: rowId, usedAt: null } }),
    prisma.membership.findMany({
      where: { personRowId: rowId },
      include: {
        account: { include: brandColumns },
        group: { select: { id: true, name: true } },
        weeklyMail: { select: { withTexts: true } },
      },
      orderBy: { rowId: 'asc' },
      take: memberships,
    }),
    session.person.isProven ? openInvitationsTo(core, session.person.email) : [],
    hasWayIn(prisma, people, rowId),
  ]);
  const until = session.confirmedAt.getTime() + limits.session.confirmedMinutes * 60_000;
  return {
    id: person.id,
    email: person.email,
    email_proven_at: person.emailProvenAt?.toISOString() ?? null,
    name: person.name,
    confirmed_until: session.isConfirmed ? new Date(until).toISOString() : null,
    ways: {
      any,
      password_at: person.passwordAt?.toISOString() ?? null,
      totp_at: person.totpAt?.toISOString() ?? null,
      recovery_codes_left: recoveryCodes,
      passkeys: person.passkeys.map((key) => ({
        id: key.id,
        name: key.name,
        backed_up: key.backedUp,
        created_at: key.createdAt.toISOString(),
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
      })),
      sso: person.identities.map(({ issuer, createdAt }) => ({ issuer, created_at: createdAt.toISOString() })),
    },
    muted_mails: person.mutedMails,
    time_zone: person.timeZone,
    brand: brandOfPerson(memberOf.map(({ account }) => account)),
    memberships: memberOf.map(({ account, group, role, weeklyMail, checkpointMailDueAt }) => ({
      account_id: account.id,
      account_name: account.name,
      account_email: account.email,
      plan: account.planSlug,
      is_reseller: account.isReseller,
      // A check of the database allows the three roles alone.
      role: role as Role,
      group,
      weekly_mail: weeklyMail === null ? 'off' : weeklyMail.withTexts ? 'texts' : 'counts',
      checkpoint_mail: role === 'owner' && checkpointMailDueAt !== null,
      brand: shownBrand(account),
    })),
    invitations,
  };
}

async function openInvitationsTo({ db }: Db, email: string): Promise<PersonView['invitations']> {
  const { rows } = await db.work.query<PersonView['invitations'][number]>(
    `SELECT i.id::text, a.name AS account_name, a.email AS account_email, i.role, g.name AS group_name
     FROM invitation i JOIN account a ON a.no = i.account_no LEFT JOIN site_group g ON g.no = i.group_no
     WHERE i.email = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
     ORDER BY i.created_at DESC, i.no DESC LIMIT 100`,
    [email],
  );
  return rows;
}
