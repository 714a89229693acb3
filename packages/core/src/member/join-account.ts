import { randomUUID } from 'node:crypto';

import {
  DomainError,
  isUuid,
  limits,
  type BeganNewPasskey,
  type BeganSession,
  type InvitationView,
  type JoinInput,
  type JoinPasskeyInput,
  type RemovedWay,
  type ResetLinkView,
} from '@goal/contract';
import { Prisma, uniqueViolation, type TablesClient, type Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { shownBrand } from '../brand/brand.ts';
import { memberActor, type SessionCredential } from '../credential/credential.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { groupDetail, revokeInvitations } from '../ground/end-memberships.ts';
import { tellOfAdministrator } from '../mail/news.ts';
import { recordAction } from '../ground/record-action.ts';
import { spendTry } from '../sign-in/brake.ts';
import { networkOf } from '../sign-in/network.ts';
import type { People } from '../person/people.ts';
import { lockPerson, type PersonRef, type Visitor } from '../person/person.ts';
import { proveEmail, toldOf } from '../sign-in/ways/prove-email.ts';
import { findReset } from '../sign-in/ways/reset-link.ts';
import { beginSession } from '../sign-in/ways/session.ts';
import { judgeWay } from '../sign-in/ways/ways.ts';
import { enterByReset } from './enter-by-reset.ts';
import { judgeFirstWay, openFirstPasskey, setFirstWay, type FirstWay } from './first-way.ts';
import { findInvitationByToken, findInvitationTo, type OpenInvitation } from './find-invitation.ts';
import { countOwners } from './inviter.ts';

/**
 * entry.invitation: what the holder of a link is invited to. `has_person` says that they have to
 * sign in to accept. A link that sets a new way in says so and whose it is (rulings §10.25). Throws
 * `not_found` for a link that is unknown, used, revoked or expired.
 */
export async function getInvitation(core: Db, token: string): Promise<InvitationView | ResetLinkView> {
  const reset = await findReset(core, token);
  if (reset !== undefined)
    return {
      reset: true,
      email: reset.email,
      expires_at: reset.expiresAt.toISOString(),
      void_at_proof: !reset.isProven,
    };
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
    void_at_proof: !invitation.isMailed,
    brand: shownBrand(account),
  };
}

/**
 * entry.joinPasskey: what the browser makes the passkey of, with which the holder of a link joins.
 * The link stays as it is until `joinByLink` stores the passkey. The brake on attempts bounds the
 * rows that one address can make. Throws `not_found` as `getInvitation`, and where passkeys are
 * off; `sign_in_as_invited`; `rate_limited`.
 */
export async function beginJoinPasskey(
  core: Db,
  people: People,
  { token, name }: JoinPasskeyInput,
  visitor: Visitor,
): Promise<BeganNewPasskey> {
  judgeWay(people, 'passkey');
  const { user, personRowId, account } = await newcomerOf(core, token);
  await spendTry(core, { kind: 'attempt', about: networkOf(visitor.address) });
  return openFirstPasskey(core, people, {
    token,
    user: { ...user, name: name ?? user.name },
    personRowId,
    ...(account === undefined ? {} : { account }),
  });
}

/** Whom a link lets in: a person, or one who is to be made with a new id. */
async function newcomerOf(core: Db, token: string) {
  const reset = await findReset(core, token);
  if (reset !== undefined) return { user: reset, personRowId: reset.rowId, account: undefined };
  const invitation = await findInvitationByToken(core, token);
  const { email, account } = invitation;
  const known = await findPerson(core.db.prisma, email);
  if (mustSignIn(invitation, known)) throw new DomainError('sign_in_as_invited');
  // The ways in of a person whom nobody has proven go with the first proof.
  return { user: known ?? { id: randomUUID(), email, name: null }, personRowId: null, account };
}

/**
 * entry.join: makes a person of the invited e-mail with the password or the passkey that they
 * chose, accepts the invitation, and begins a session, all or nothing (rulings §10.3). A link works
 * once, also when it comes twice at the same time. A link that an operator made lets its person in
 * (rulings §10.25).
 * Throws `not_found` as `getInvitation`, and where single sign-on is the only way in;
 * `sign_in_as_invited` for an e-mail that belongs to somebody, unless the link was sent to a
 * mailbox that nobody had proven: then it proves it (rulings §10.21); what `judgeFirstWay` and
 * `setFirstWay` throw; `already_member` and `hundred_members`.
 */
export async function joinByLink(
  core: Db,
  people: Pick<People, 'signIn' | 'passwords' | 'dashboardUrl'>,
  input: JoinInput,
  visitor: Visitor,
): Promise<BeganSession> {
  if (people.signIn === 'sso') throw new DomainError('not_found');
  const { token, name } = input;
  const reset = await findReset(core, token);
  if (reset !== undefined) return enterByReset(core, people, reset, input, visitor);
  const invitation = await findInvitationByToken(core, token);
  const { email, account } = invitation;
  // Judged again under the lock; here it spares the work of hashing.
  if (mustSignIn(invitation, await findPerson(core.db.prisma, email))) throw new DomainError('sign_in_as_invited');
  const way = await judgeFirstWay(core, people, email, input);
  try {
    return await changeAccount(core, { actor: memberActor({ person: { email } }), account }, async (change) => {
      const { tx } = change;
      await claim(change, invitation);
      const { person, removed } = await personOf(tx, invitation, way);
      if (typeof name === 'string') await tx.person.update({ where: { rowId: person.rowId }, data: { name } });
      await setFirstWay(tx, person, way);
      await admit(change, invitation, person);
      return { ...(await beginSession(tx, { person, how: 'invitation', visitor })), ...toldOf(removed) };
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
  core: Db,
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
  core: Db,
  { email, isProven }: Pick<SessionCredential['person'], 'email' | 'isProven'>,
  id: string | undefined,
): Promise<OpenInvitation> {
  if (!isProven || !isUuid(id)) throw new DomainError('not_found');
  return findInvitationTo(core, email, id);
}

type KnownPerson = PersonRef & { id: string; name: string | null; emailProvenAt: Date | null };

function findPerson(client: Pick<TablesClient, 'person'>, email: string): Promise<KnownPerson | null> {
  return client.person.findFirst({
    where: { email },
    select: { rowId: true, id: true, email: true, name: true, emailProvenAt: true },
  });
}

/**
 * Whether the invited person has to sign in. A link that was sent to the mailbox stands above a
 * person whose mailbox nobody has proven, because anybody with a copied link could have made them.
 */
function mustSignIn({ isMailed }: OpenInvitation, known: Pick<KnownPerson, 'emailProvenAt'> | null): boolean {
  return known !== null && !(isMailed && known.emailProvenAt === null);
}

/** The invited person, who is made if there is none, with the mailbox proven by a mailed link. */
async function personOf(
  tx: Tx,
  invitation: OpenInvitation,
  { personId }: FirstWay,
): Promise<{ person: PersonRef; removed: RemovedWay[] | undefined }> {
  const { email, isMailed } = invitation;
  const known = await findPerson(tx, email);
  if (mustSignIn(invitation, known)) throw new DomainError('sign_in_as_invited');
  const data = personId === undefined ? { email } : { email, id: personId };
  const person = known ?? (await tx.person.create({ data, select: { rowId: true, email: true } }));
  if (known === null)
    await recordAction(tx, memberActor({ person }), { action: 'person.create', accountId: null, detail: { email } });
  // If somebody else has proven it by now, the person is theirs.
  const removed = isMailed ? await proveEmail(tx, person) : undefined;
  if (isMailed && removed === undefined) throw new DomainError('sign_in_as_invited');
  return { person, removed };
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
