import {
  DomainError,
  type BeganSso,
  type ConfirmedBySso,
  type EnteredBySso,
  type FinishSsoInput,
  type RemovedWay,
} from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { transaction } from '../../ground/act.ts';
import { memberActor, type SessionCredential } from '../../credential/credential.ts';
import { spendTry } from '../brake.ts';
import { openCeremony, putCeremonyBack, takeCeremony } from '../ceremony.ts';
import type { People } from '../../person/people.ts';
import { lockPerson, type PersonRef, type Visitor } from '../../person/person.ts';
import { proveEmail, toldOf } from '../ways/prove-email.ts';
import { beginSession, confirmSession } from '../ways/session.ts';
import { recordAction } from '../../ground/record-action.ts';
import { joinAsPerson } from '../../member/join-account.ts';
import { networkOf } from '../network.ts';
import { RefusedBecause } from '../sso/sso-reason.ts';
import type { ConfirmedEmail } from './confirmed-email.ts';
import {
  draftSsoAttempt,
  exchangeSsoAttempt,
  isOfAnotherAttempt,
  judgeSso,
  requestsLeft,
  type SsoAttempt,
  type SsoClaims,
} from './sso-attempt.ts';

/**
 * entry.sso.begin: where the browser goes, with `choose` to an account that the person chooses
 * there. The dashboard's server keeps the attempt in a cookie of the browser that asked, so that
 * nobody can finish it elsewhere (rulings §10.14). Throws `not_found` where single sign-on is not
 * set up, `rate_limited`, `provider_out_of_reach`.
 */
export async function beginSsoEntry(
  core: Db,
  people: People,
  visitor: Visitor,
  next: string | undefined,
  isChoice = false,
): Promise<BeganSso> {
  judgeSso(people);
  await spendTry(core, { kind: 'attempt', about: networkOf(visitor.address) });
  return open(core, people, { next, purpose: isChoice ? 'choose' : 'enter', session: undefined });
}

/**
 * entry.sso.finish: begins a session of the person whom the provider names. The attempt is taken
 * before anything is judged, so a call-back counts once; only an answer to another attempt leaves
 * it. Where the provider does not do what it was asked, the answer is a further attempt, with
 * another request.
 *
 * Throws `not_found` where single sign-on is not set up; `attempt_expired`;
 * `sign_in_not_completed`; `email_not_confirmed`; `nobody_invited`; `provider_out_of_reach`.
 */
export async function signInBySso(
  core: Db,
  people: People,
  visitor: Visitor,
  answer: FinishSsoInput,
): Promise<EnteredBySso | BeganSso> {
  judgeSso(people);
  const data = await takeAttempt(core, 'sso', answer);
  try {
    return await enter(core, visitor, { data, claims: await exchangeSsoAttempt(people, data, answer.query) });
  } catch (error) {
    return askOtherwise(core, people, { data, session: undefined, error });
  }
}

/** me.confirm.sso.begin. Throws `not_found` where it is not set up, `provider_out_of_reach`. */
export function beginSsoConfirmation(
  core: Db,
  people: People,
  session: SessionCredential,
  next: string | undefined,
): Promise<BeganSso> {
  return open(core, people, { next, purpose: 'confirm', session });
}

/**
 * me.confirm.sso.finish: proves who the person is for the next 15 minutes, where they have just
 * signed in at the provider (rulings §10.15). Answers and throws as `signInBySso`;
 * `attempt_expired` also for another session's attempt, and `sign_in_not_completed` also for
 * somebody else at the provider.
 */
export async function confirmBySso(
  core: Db,
  people: People,
  session: SessionCredential,
  answer: FinishSsoInput,
): Promise<ConfirmedBySso | BeganSso> {
  judgeSso(people);
  const data = await takeAttempt(core, 'sso_confirm', answer);
  if (data.sessionRowId !== session.keyRowId) throw expired('it was begun in another session');
  try {
    const claims = await exchangeSsoAttempt(people, data, answer.query);
    const until = await transaction(core.db, async (tx) => {
      const known = await findKnown(tx, claims);
      if (known?.rowId !== session.person.rowId)
        throw new DomainError('sign_in_not_completed', {
          cause: new RefusedBecause('somebody else than the person of the session is signed in at the provider'),
        });
      return confirmSession(tx, session);
    });
    return { confirmed_until: until, next: data.next };
  } catch (error) {
    return askOtherwise(core, people, { data, session, error });
  }
}

type Opening = Pick<SsoAttempt, 'purpose'> & {
  next: string | undefined;
  /** The session to confirm. */
  session: SessionCredential | undefined;
  requests?: number[];
};

/** Opens an attempt. */
async function open(core: Db, people: People, { session, ...asked }: Opening): Promise<BeganSso> {
  const { url, attempt: data } = await draftSsoAttempt(people, { ...asked, sessionRowId: session?.keyRowId ?? null });
  const kind =
    session === undefined
      ? ({ kind: 'sso' } as const)
      : ({ kind: 'sso_confirm', personRowId: session.person.rowId } as const);
  return { url, ceremony: await openCeremony(core, { ...kind, data }) };
}

/** Takes the attempt of an answer; one of another tab stays for its own. */
async function takeAttempt(
  core: Db,
  kind: 'sso' | 'sso_confirm',
  { ceremony: id, query }: FinishSsoInput,
): Promise<SsoAttempt> {
  const ceremony = await takeCeremony<SsoAttempt>(core, kind, id).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'attempt_expired'
      ? expired('it is unknown, was used, or is older than ten minutes')
      : error;
  });
  if (!isOfAnotherAttempt(ceremony.data, query)) return ceremony.data;
  await putCeremonyBack(core, kind, id, ceremony);
  throw new DomainError('sign_in_not_completed', {
    cause: new RefusedBecause('the answer of the provider belongs to another attempt (state)'),
  });
}

const expired = (why: string): DomainError =>
  new DomainError('attempt_expired', { cause: new RefusedBecause(`the attempt does not count: ${why}`) });

/**
 * Opens a further attempt after a refusal that another request may avoid; else throws the refusal.
 */
function askOtherwise(
  core: Db,
  people: People,
  { data, session, error }: { data: SsoAttempt; session: SessionCredential | undefined; error: unknown },
): Promise<BeganSso> {
  const requests = requestsLeft(data, error);
  if (requests === undefined) throw error;
  return open(core, people, { next: data.next, purpose: data.purpose, session, requests });
}

/** Begins the session of the person whom the provider names. */
async function enter(
  core: Db,
  visitor: Visitor,
  { data, claims }: { data: SsoAttempt; claims: SsoClaims },
): Promise<EnteredBySso> {
  // Only somebody who comes the first time is found by the e-mail.
  const isKnown = (await core.db.prisma.identity.count({ where: identityOf(claims) })) > 0;
  const email = isKnown ? undefined : await claims.email();
  const { began, newcomer } = await transaction(core.db, async (tx) => {
    const known = await findKnown(tx, claims);
    const { person, isNew, removed } =
      known === undefined ? await linkByEmail(tx, claims, email) : { person: known, isNew: false, removed: undefined };
    return {
      began: { ...(await beginSession(tx, { person, how: 'sso', visitor })), ...toldOf(removed) },
      newcomer: isNew ? person : undefined,
    };
  });
  if (newcomer !== undefined) await joinInvited(core, newcomer);
  return { ...began, next: data.next };
}

const identityOf = ({ issuer, subject }: SsoClaims): { issuer: string; subject: string } => ({ issuer, subject });

/** The person with this identity, whose row is locked; undefined for the first time. */
async function findKnown(tx: Tx, { issuer, subject }: SsoClaims): Promise<PersonRef | undefined> {
  // Locks the identity too: one that a first proof of the e-mail removes meanwhile is not found.
  const [known] = await tx.$queryRaw<PersonRef[]>`
    SELECT p.no AS "rowId", p.email FROM person p JOIN identity i ON i.person_no = p.no
    WHERE i.issuer = ${issuer} AND i.subject = ${subject} FOR NO KEY UPDATE`;
  return known;
}

/**
 * Links the provider's e-mail to its person, made if invited; it proves the mailbox, so ways from
 * before the first proof are removed (rulings §10.21).
 */
async function linkByEmail(
  tx: Tx,
  claims: SsoClaims,
  told: ConfirmedEmail | undefined,
): Promise<{ person: PersonRef; isNew: boolean; removed: RemovedWay[] | undefined }> {
  // The first proof of the e-mail has removed the identity meanwhile.
  if (told === undefined) throw expired('the identity at the provider was removed meanwhile');
  if ('reason' in told)
    throw new DomainError('email_not_confirmed', { cause: new RefusedBecause(told.reason, { email: told.email }) });
  const address = told.email;
  const isNew = await makeInvited(tx, address);
  const known = await tx.person.findFirst({ where: { email: address }, select: { rowId: true } });
  const person = known === null ? undefined : await lockPerson(tx, known.rowId);
  // Nobody has it, or the e-mail was changed between the two statements.
  if (person?.email !== address)
    throw new DomainError('nobody_invited', {
      cause: new RefusedBecause('the e-mail is of no person and of no open invitation', { email: address }),
    });
  const removed = await proveEmail(tx, person);
  await tx.identity.createMany({
    data: { ...identityOf(claims), personRowId: person.rowId },
    skipDuplicates: true,
  });
  return { person, isNew, removed };
}

/** Makes an invited person and tells whether it did; of two at once the second finds them. */
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

/** Joins a new person to what invited them (rulings §10.14); what cannot be accepted stays. */
async function joinInvited(core: Db, person: PersonRef): Promise<void> {
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
