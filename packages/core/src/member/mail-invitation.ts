import { limits, type Role } from '@goal/contract';

import { brandColumns, shownBrand } from '../brand/brand.ts';
import type { Core } from '../core.ts';
import { invitationLink } from './invitation-link.ts';
import type { Invited } from './invite-member.ts';
import { trySpending } from '../person/brake.ts';
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
  core: Core,
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
      account: { select: { id: true, email: true, name: true, planSlug: true, isReseller: true, ...brandColumns } },
      group: { select: { name: true } },
    },
  });
  // Revoked together with its group or account meanwhile.
  if (invitation === null) return false;
  const { account, ...rest } = invitation;
  const isFree = account.planSlug === 'free' && !account.isReseller;
  const maySend =
    (await trySpending(core, { kind: isFree ? 'free_account_mail' : 'account_mail', about: account.id })) &&
    (await trySpending(core, { kind: 'mailed_link', about: email }));
  if (!maySend) return false;
  const facts = {
    ...rest,
    createdBy: rest.createdBy.includes('@') ? nameInMail(rest.createdBy) : rest.createdBy,
    account: nameInMail(account.name ?? account.email),
    brand: shownBrand(account)?.name,
    link: invitationLink(people, mailToken),
  };
  try {
    // A check of the database allows the three roles alone.
    await sendNow(mailer, email, invitationLetter({ ...facts, role: facts.role as Role }));
    return true;
  } catch (error) {
    people.onMailFailure(error);
    return false;
  }
}

type Facts = {
  role: Role;
  createdBy: string;
  account: string;
  group: { name: string } | null;
  /** The name of the account's brand, where there is one (rulings §10.38). */
  brand: string | undefined;
  link: string;
};

const asRole: Readonly<Record<Role, string>> = { owner: 'an owner', admin: 'an admin', viewer: 'a viewer' };

function invitationLetter({ role, createdBy, account, group, brand, link }: Facts): Letter {
  const reach = group === null ? account : `the group «${nameInMail(group.name)}» of ${account}`;
  return letter('You are invited to an audit log', [
    'Hello,',
    `${createdBy} invites you as ${asRole[role]} of ${reach}. Open this link to accept:`,
    link,
    `The link works once, for ${limits.invitationDays} days. If you do not know ${createdBy}, ignore this mail.`,
    ...signature(brand),
  ]);
}
