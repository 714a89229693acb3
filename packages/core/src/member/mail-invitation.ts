import { limits, mailboxOf, type Role } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { brandColumns, shownBrand } from '../brand/brand.ts';
import { invitationLink } from './invitation-link.ts';
import type { Invited } from './invite-member.ts';
import { trySpending } from '../sign-in/brake.ts';
import type { People } from '../person/people.ts';
import { letter, signature, type Letter } from '../mail/letter.ts';
import { nameInMail } from '../mail/plain-text.ts';
import { sendNow } from '../mail/send-now.ts';

/**
 * Mails an invitation, after its transaction has committed and within 10 s. The mailed link has
 * another token than the copied one, because it proves the mailbox (rulings §10.21). An address
 * gets five links an hour and an account sends a hundred, ten on the free plan, so that nobody can
 * flood mailboxes (rulings §10.42).
 * Returns whether the mail was sent; the link can be copied either way.
 */
export async function mailInvitation(
  core: Db,
  people: Pick<People, 'mailer' | 'dashboardUrl' | 'onMailFailure'>,
  { id, email, mailToken }: Pick<Invited, 'id' | 'email' | 'mailToken'>,
): Promise<boolean> {
  const { mailer } = people;
  if (mailer === undefined) return false;
  const invitation = await core.db.prisma.invitation.findFirst({
    where: { id },
    select: {
      role: true,
      createdBy: true,
      inviterRowId: true,
      account: { select: { id: true, email: true, name: true, planSlug: true, isReseller: true, ...brandColumns } },
      group: { select: { name: true } },
    },
  });
  // Revoked together with its group or account meanwhile.
  if (invitation === null) return false;
  const { account, group, role } = invitation;
  const isFree = account.planSlug === 'free' && !account.isReseller;
  const maySend =
    (await trySpending(core, { kind: isFree ? 'free_account_mail' : 'account_mail', about: account.id })) &&
    (await trySpending(core, { kind: 'mailed_link', about: mailboxOf(email) }));
  if (!maySend) return false;
  // Anybody may have made a free account to mail a text of theirs to strangers: it has no names.
  const name = nameInMail(isFree ? account.email : (account.name ?? account.email));
  const facts = {
    // A check of the database allows the three roles alone.
    role: role as Role,
    createdBy: (await inviterOf(core, invitation)) ?? name,
    reach: group === null ? name : `${isFree ? 'a group' : `the group «${nameInMail(group.name)}»`} of ${name}`,
    brand: shownBrand(account)?.name,
    link: invitationLink(people, mailToken),
  };
  try {
    await sendNow(mailer, email, invitationLetter(facts));
    return true;
  } catch (error) {
    people.onMailFailure(error);
    return false;
  }
}

/** The inviter in a mail: the provider, or a member with a proven e-mail; else undefined. */
async function inviterOf(
  { db }: Db,
  { createdBy, inviterRowId }: { createdBy: string; inviterRowId: number | null },
): Promise<string | undefined> {
  if (!createdBy.includes('@')) return createdBy;
  if (inviterRowId === null) return undefined;
  const inviter = await db.prisma.person.findFirst({
    where: { rowId: inviterRowId, emailProvenAt: { not: null } },
    select: { email: true },
  });
  return inviter === null ? undefined : nameInMail(inviter.email);
}

type InvitationFacts = {
  role: Role;
  createdBy: string;
  /** The account, or a group of it. */
  reach: string;
  /** The name of the account's brand, where there is one (rulings §10.38). */
  brand: string | undefined;
  link: string;
};

const asRole: Readonly<Record<Role, string>> = { owner: 'an owner', admin: 'an admin', viewer: 'a viewer' };

function invitationLetter({ role, createdBy, reach, brand, link }: InvitationFacts): Letter {
  return letter('You are invited to an audit log', [
    'Hello,',
    `${createdBy} invites you as ${asRole[role]} of ${reach}. Open this link to accept:`,
    link,
    `The link works once, for ${limits.invitationDays} days. If you do not know ${createdBy}, ignore this mail.`,
    ...signature(brand),
  ]);
}
