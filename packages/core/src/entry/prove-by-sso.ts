import {
  cleanText,
  DomainError,
  parseKnownEmail,
  type BeganSso,
  type ConfirmedBySso,
  type EnteredBySso,
  type FinishSsoInput,
} from '@goal/contract';
import { transaction, type Tx } from '@goal/db';

import type { Core } from '../core.ts';
import { memberActor, type SessionCredential } from '../credential/credential.ts';
import { spendTry } from '../person/brake.ts';
import { openCeremony, takeCeremony } from '../person/ceremony.ts';
import type { People } from '../person/people.ts';
import { lockPerson, type PersonRef, type Visitor } from '../person/person.ts';
import { proveEmail } from '../person/prove-email.ts';
import { beginSession, confirmSession } from '../person/session.ts';
import { recordAction } from '../ground/record-action.ts';
import { joinAsPerson } from '../member/join-account.ts';
import { networkOf } from '../person/network.ts';
import { draftSsoAttempt, exchangeSsoAttempt, judgeSso, type SsoAttempt, type SsoClaims } from './sso-attempt.ts';

/**
 * entry.sso.begin: where the browser goes. The dashboard's server keeps the attempt in a cookie of
 * the browser that asked, so that nobody can finish it elsewhere (rulings §10.14). Throws
 * `not_found` where single sign-on is not set up, `rate_limited`, `provider_out_of_reach`.
 */
export async function beginSsoEntry(
  core: Core,
  people: People,
  visitor: Visitor,
  next: string | undefined,
): Promise<BeganSso> {
  judgeSso(people);
  await spendTry(core, { kind: 'attempt', about: networkOf(visitor.address) });
  const { url, attempt } = await draftSsoAttempt(people, { next, sessionRowId: null });
  return { url, ceremony: await openCeremony(core, { kind: 'sso', data: attempt }) };
}

/**
 * entry.sso.finish: begins a session of the person whom the provider names. The attempt is taken
 * before anything is judged, so a call-back counts once.
 *
 * Throws `not_found` where single sign-on is not set up; `attempt_expired`;
 * `sign_in_not_completed`; `email_not_confirmed`; `nobody_invited`; `provider_out_of_reach`.
 */
export async function signInBySso(
  core: Core,
  people: People,
  visitor: Visitor,
  { ceremony, query }: FinishSsoInput,
): Promise<EnteredBySso> {
  judgeSso(people);
  const { data } = await takeCeremony<SsoAttempt>(core, 'sso', ceremony);
  const claims = await exchangeSsoAttempt(people, data, query);
  const { began, newcomer } = await transaction(core.db, async (tx) => {
    const known = await findKnown(tx, claims);
    const { person, isNew } = known === undefined ? await linkByEmail(tx, claims) : { person: known, isNew: false };
    return {
      began: await beginSession(tx, { person, how: 'sso', visitor }),
      newcomer: isNew ? person : undefined,
    };
  });
  if (newcomer !== undefined) await joinInvited(core, newcomer);
  return { ...began, next: data.next };
}

/** me.confirm.sso.begin. Throws `not_found` where it is not set up, `provider_out_of_reach`. */
export async function beginSsoConfirmation(
  core: Core,
  people: People,
  { person, keyRowId }: SessionCredential,
  next: string | undefined,
): Promise<BeganSso> {
  const { url, attempt } = await draftSsoAttempt(people, { next, sessionRowId: keyRowId });
  return { url, ceremony: await openCeremony(core, { kind: 'sso_confirm', data: attempt, personRowId: person.rowId }) };
}

/**
 * me.confirm.sso.finish: proves who the person is for the next 15 minutes, where they have just
 * signed in at the provider (rulings §10.15). Throws as `signInBySso`; `attempt_expired` also for
 * another session's attempt, and `sign_in_not_completed` also for somebody else at the provider.
 */
export async function confirmBySso(
  core: Core,
  people: People,
  session: SessionCredential,
  { ceremony, query }: FinishSsoInput,
): Promise<ConfirmedBySso> {
  judgeSso(people);
  const { data } = await takeCeremony<SsoAttempt>(core, 'sso_confirm', ceremony);
  if (data.sessionRowId !== session.keyRowId) throw new DomainError('attempt_expired');
  const claims = await exchangeSsoAttempt(people, data, query);
  const until = await transaction(core.db, async (tx) => {
    const known = await findKnown(tx, claims);
    if (known?.rowId !== session.person.rowId) throw new DomainError('sign_in_not_completed');
    return confirmSession(tx, session);
  });
  return { confirmed_until: until, next: data.next };
}

/** The person with this identity, whose row is locked; undefined for the first time. */
async function findKnown(tx: Tx, { issuer, subject }: SsoClaims): Promise<PersonRef | undefined> {
  // OpenID Connect allows no longer one; what the database cannot store is nobody's.
  if (subject.length > 255 || cleanText(subject) !== subject) throw new DomainError('sign_in_not_completed');
  // Locks the identity too: one that a first proof of the e-mail removes meanwhile is not found.
  const [known] = await tx.$queryRaw<PersonRef[]>`
    SELECT p.no AS "rowId", p.email FROM person p JOIN identity i ON i.person_no = p.no
    WHERE i.issuer = ${issuer} AND i.subject = ${subject} FOR NO KEY UPDATE`;
  return known;
}

/**
 * Links the person with the provider's confirmed e-mail to the identity; somebody invited who is no
 * person yet becomes one. The e-mail is proven by it, so ways in from before the first proof are
 * removed (rulings §10.21).
 */
async function linkByEmail(
  tx: Tx,
  { issuer, subject, email, isEmailConfirmed }: SsoClaims,
): Promise<{ person: PersonRef; isNew: boolean }> {
  const address = isEmailConfirmed && email !== undefined ? parseKnownEmail(email) : undefined;
  if (address === undefined) throw new DomainError('email_not_confirmed');
  const isNew = await makeInvited(tx, address);
  const known = await tx.person.findFirst({ where: { email: address }, select: { rowId: true } });
  const person = known === null ? undefined : await lockPerson(tx, known.rowId);
  // Nobody has it, or the e-mail was changed between the two statements.
  if (person?.email !== address) throw new DomainError('nobody_invited');
  await proveEmail(tx, person);
  await tx.identity.createMany({ data: { issuer, subject, personRowId: person.rowId }, skipDuplicates: true });
  return { person, isNew };
}

/**
 * Makes a person of an invited e-mail that nobody has, and tells whether it made one. Of two
 * sign-ins at the same moment the second waits for the first and finds its person.
 */
async function makeInvited(tx: Tx, email: string): Promise<boolean> {
  const made = await tx.$queryRaw<{ email: string }[]>`
    INSERT INTO person (email) SELECT ${email}
    WHERE EXISTS (SELECT FROM invitation
      WHERE email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp())
    ON CONFLICT (email) DO NOTHING RETURNING email`;
  for (const person of made)
    await recordAction(tx, memberActor({ person }), { action: 'person.create', accountId: null, detail: { email } });
  return made.length > 0;
}

/** Invitations that a first sign-in accepts at most. */
const joins = 20;

/**
 * Lets somebody who has just become a person join the accounts that invited them (rulings §10.14).
 * An invitation that cannot be accepted, as into a full account, stays among those they see.
 */
async function joinInvited(core: Core, person: PersonRef): Promise<void> {
  const open = await core.db.prisma.invitation.findMany({
    where: { email: person.email, acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true },
    orderBy: { rowId: 'asc' },
    take: joins,
  });
  for (const { id } of open) {
    try {
      await joinAsPerson(core, { person: { ...person, isProven: true } }, { id });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
