import { randomBytes } from 'node:crypto';

import { DomainError, type BeganPasskey, type PasskeyAssertion } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { openCeremony, type CeremonyKind } from '../ceremony.ts';
import type { People } from '../../person/people.ts';
import type { PersonRef } from '../../person/person.ts';
import { dialogMs, loadWebauthn, relyingParty, userHandleOf } from './relying-party.ts';

/** What an attempt by passkey keeps. */
export type PasskeyAttempt = { challenge: string };

export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** A passkey whose assertion is genuine. It counts once `notePasskeyUse` has noted it. */
export type ProvenPasskey = { rowId: number; person: PersonRef; counter: number; isBackedUp: boolean };

/**
 * Opens an attempt to prove a person by a passkey. The options name no passkey, so the browser
 * offers those that it has and nobody types an e-mail (rulings §10.10).
 */
export async function openAssertion(
  core: Db,
  people: People,
  kind: Extract<CeremonyKind, 'passkey_entry' | 'passkey_confirm'>,
  personRowId: number | null = null,
): Promise<BeganPasskey> {
  const challenge = newChallenge();
  const ceremony = await openCeremony<PasskeyAttempt>(core, { kind, data: { challenge }, personRowId });
  const { id } = relyingParty(people);
  return { ceremony, options: { challenge, rpId: id, timeout: dialogMs, userVerification: 'required' } };
}

/**
 * Finds the passkey that an assertion names. Throws `unknown_passkey` if nobody has it, or if it
 * names another person than the one who has it here.
 */
export async function findAsserted({ db }: Db, { id, response: { userHandle } }: PasskeyAssertion) {
  const known = await db.prisma.passkey.findFirst({
    where: { credentialId: Buffer.from(id, 'base64url') },
    include: { person: { select: { rowId: true, id: true, email: true } } },
  });
  const names = Buffer.from(userHandle ?? '', 'base64url');
  if (known === null || !userHandleOf(known.person.id).equals(names)) throw new DomainError('unknown_passkey');
  return known;
}

/**
 * Judges an assertion against the challenge of its attempt, which has been taken: challenge,
 * origin, host, user verification, signature and count. Throws `unknown_passkey` for each alike.
 */
export async function judgeAssertion(
  people: People,
  { challenge }: PasskeyAttempt,
  { rowId, person, publicKey, counter: last }: Awaited<ReturnType<typeof findAsserted>>,
  { response: { userHandle: _, ...response }, ...rest }: PasskeyAssertion,
): Promise<ProvenPasskey> {
  const { id, origin } = relyingParty(people);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...rest, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: rest.id, publicKey, counter: Number(last) },
  }).catch((error: unknown) => {
    // The library throws for every fault but a wrong signature.
    throw new DomainError('unknown_passkey', { cause: error });
  });
  if (!verified) throw new DomainError('unknown_passkey');
  const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
  return { rowId, person, counter, isBackedUp };
}

/**
 * Notes the use of a passkey, in the transaction that acts on it and holds the person's lock. An
 * authenticator that counts must count up: another one with the same count is a copy. Throws
 * `unknown_passkey` for that, and for a passkey that was removed meanwhile.
 */
export async function notePasskeyUse(tx: Tx, { rowId, counter, isBackedUp }: ProvenPasskey): Promise<void> {
  const count = BigInt(counter);
  const noted = await tx.$executeRaw`
    UPDATE passkey SET counter = ${count}, backed_up = ${isBackedUp}, last_used_at = clock_timestamp()
    WHERE no = ${rowId} AND (counter < ${count} OR (counter = 0 AND ${count} = 0))`;
  if (noted === 0) throw new DomainError('unknown_passkey');
}
