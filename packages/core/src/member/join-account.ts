import {
  DomainError,
  isUuid,
  limits,
  type BeganSession,
  type InvitationView,
  type ResetLinkView,
} from '@goal/contract';
import { Prisma, uniqueViolation, type TablesClient, type Tx } from '@goal/db';

import { shownBrand } from '../brand/brand.ts';
import type { Core } from '../core.ts';
import { memberActor, type SessionCredential } from '../credential/credential.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { groupDetail, revokeInvitations } from '../ground/end-memberships.ts';
import { tellOfAdministrator } from '../mail/news.ts';
import { recordAction } from '../ground/record-action.ts';
import { hashFirstPassword, setFirstPassword } from '../person/first-password.ts';
import type { People } from '../person/people.ts';
import { lockPerson, type PersonRef, type Visitor } from '../person/person.ts';
import { proveEmail } from '../person/prove-email.ts';
import { findReset } from '../person/reset-link.ts';
import { beginSession } from '../person/session.ts';
import { enterByReset } from './enter-by-reset.ts';
import { findInvitationByToken, findInvitationTo, type OpenInvitation } from './find-invitation.ts';
import { countOwners } from './inviter.ts';

/** What the holder of a link sets up. Without a password a passkey follows in the session. */
export type JoinInput = { token: string; name?: string | null | undefined; password?: string | undefined };

/**
 * entry.invitation: what the holder of a link is invited to. `has_person` says that they have to
 * sign in to accept. A link that sets a new way in says so and whose it is (rulings §10.25). Throws
 * `not_found` for a link that is unknown, used, revoked or expired.
 */
export async function getInvitation(core: Core, token: string): Promise<InvitationView | ResetLinkView> {
  const reset = await findReset(core, token);
  if (reset !== undefined) return { reset: true, email: reset.email, expires_at: reset.expiresAt.toISOString() };
  const invitation = await findInvitationByToken(core, token);
  const { email, account, role, group, expiresAt } = invitation;
  return {
    email,
    account_email: account.email,
    account_name: account.name,
    role,
    group_name: group?.name ?? null,
    expires_at: expiresAt.toISOString(),
    has_person: mustSignIn(invitation, await findPerson(core.db.prisma, email)),
    brand: shownBrand(account),
  };
}

/**
 * entry.join: makes a person of the invited e-mail, accepts the invitation, and begins a session,
 * all or nothing (rulings §10.3). A link works once, also when it comes twice at the same time. A
 * link that an operator made lets its person in (rulings §10.25).
 * Throws `not_found` as `getInvitation`, and where single sign-on is the only way in;
 * `sign_in_as_invited` for an e-mail that belongs to somebody, unless the link was sent to a
 * mailbox that nobody had proven: then it proves it (rulings §10.21); the refusals of passwords
 * (rulings §10.11) and `Overload` when too many are hashed; `already_member` and `hundred_members`.
 */
export async function joinByLink(
  core: Core,
  people: Pick<People, 'signIn' | 'passwords'>,
  { token, name, password }: JoinInput,
  visitor: Visitor,
): Promise<BeganSession> {
  if (people.signIn === 'sso') throw new DomainError('not_found');
  const reset = await findReset(core, token);
  if (reset !== undefined) return enterByReset(core, people, { token, name, password, email: reset.email }, visitor);
  const invitation = await findInvitationByToken(core, token);
  const { email, account } = invitation;
  // Judged again under the lock; here it spares the work of hashing.
  if (mustSignIn(invitation, await findPerson(core.db.prisma, email))) throw new DomainError('sign_in_as_invited');
  const hash = await hashFirstPassword(people, email, password);
  try {
    return await changeAccount(core, { actor: memberActor({ person: { email } }), account }, async (change) => {
      const { tx } = change;
      await claim(change, invitation);
      const person = await personOf(tx, invitation);
      if (typeof name === 'string') await tx.person.update({ where: { rowId: person.rowId }, data: { name } });
      await setFirstPassword(tx, person, hash);
      await admit(change, invitation, person);
      return beginSession(tx, { person, how: 'invitation', visitor });
    });
  } catch (error) {
    // Two invitations of one e-mail were accepted at the same time, and the other one was first.
    if (uniqueViolation(error) === 'person_email_key') throw new DomainError('sign_in_as_invited', { cause: error });
    throw error;
  }
}

/**
 * me.join: a signed-in person accepts an invitation, by its token, or by its id where the e-mail is
 * proven. It proves no mailbox, because the proof would end the session that asks (rulings §10.21).
 * Throws `not_found` for an unknown, used, revoked or expired invitation, and for an id while the
 * e-mail is not proven; `invited_somebody_else`; `already_member`; `hundred_members`;
 * `invalid_token` for a person who was deleted meanwhile.
 */
export async function joinAsPerson(
  core: Core,
  { person }: { person: PersonRef & Pick<SessionCredential['person'], 'isProven'> },
  { token, id }: { token?: string | undefined; id?: string | undefined },
): Promise<void> {
  const invitation =
    token === undefined ? await invitationById(core, person, id) : await findInvitationByToken(core, token);
  if (invitation.email !== person.email) throw new DomainError('invited_somebody_else');
  await changeAccount(core, { actor: memberActor({ person }), account: invitation.account }, async (change) => {
    await claim(change, invitation);
    // The person may have been deleted meanwhile.
    if ((await lockPerson(change.tx, person.rowId)) === undefined) throw new DomainError('invalid_token');
    await admit(change, invitation, person);
  });
}

function invitationById(
  core: Core,
  { email, isProven }: Pick<SessionCredential['person'], 'email' | 'isProven'>,
  id: string | undefined,
): Promise<OpenInvitation> {
  if (!isProven || !isUuid(id)) throw new DomainError('not_found');
  return findInvitationTo(core, email, id);
}

type KnownPerson = PersonRef & { emailProvenAt: Date | null };

function findPerson(client: Pick<TablesClient, 'person'>, email: string): Promise<KnownPerson | null> {
  return client.person.findFirst({ where: { email }, select: { rowId: true, email: true, emailProvenAt: true } });
}

/**
 * Whether the invited person has to sign in. A link that was sent to the mailbox stands above a
 * person whose mailbox nobody has proven, because anybody with a copied link could have made them.
 */
function mustSignIn({ isMailed }: OpenInvitation, known: KnownPerson | null): boolean {
  return known !== null && !(isMailed && known.emailProvenAt === null);
}

/** The invited person, who is made if there is none, with the mailbox proven by a mailed link. */
async function personOf(tx: Tx, invitation: OpenInvitation): Promise<PersonRef> {
  const { email, isMailed } = invitation;
  const known = await findPerson(tx, email);
  if (mustSignIn(invitation, known)) throw new DomainError('sign_in_as_invited');
  const person = known ?? (await tx.person.create({ data: { email }, select: { rowId: true, email: true } }));
  if (known === null)
    await recordAction(tx, memberActor({ person }), { action: 'person.create', accountId: null, detail: { email } });
  // If somebody else has proven it by now, the person is theirs.
  if (isMailed && !(await proveEmail(tx, person))) throw new DomainError('sign_in_as_invited');
  return person;
}

/** Takes the invitation, once. Throws `not_found` if it is no longer open or has another token. */
async function claim({ tx, account }: Change, { rowId, givenHash }: OpenInvitation): Promise<void> {
  const claimed = await tx.$executeRaw`
    UPDATE invitation SET accepted_at = clock_timestamp()
    WHERE no = ${rowId} AND account_no = ${account.rowId} AND (hash = ${givenHash} OR mailed_hash = ${givenHash})
      AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()`;
  if (claimed === 0) throw new DomainError('not_found');
}

/**
 * Makes the person a member, within the hundred (rulings §10.3). With the first owner the open
 * invitations of operators end, because from now on the owner decides who joins (rulings §10.25).
 */
async function admit(change: Change, invitation: OpenInvitation, person: PersonRef): Promise<void> {
  const { tx, account, record } = change;
  const accountRowId = account.rowId;
  const { role, groupRowId, group, createdBy } = invitation;
  const known = await tx.membership.count({ where: { accountRowId, personRowId: person.rowId } });
  if (known > 0) throw new DomainError('already_member');
  const members = await tx.membership.count({ where: { accountRowId } });
  if (members >= limits.membersPerAccount) throw new DomainError('hundred_members');
  const isFirstOwner = role === 'owner' && (await countOwners(change)) === 0;
  await tx.membership.create({
    data: { personRowId: person.rowId, accountRowId, groupRowId, role, invitedBy: createdBy },
  });
  await tellOfAdministrator(tx, account, { email: person.email, role, groupRowId, by: createdBy });
  await record({ action: 'member.join', detail: { role, invited_by: createdBy, ...groupDetail(group) } });
  if (isFirstOwner) await revokeInvitations(change, Prisma.sql`by_operator`);
}
