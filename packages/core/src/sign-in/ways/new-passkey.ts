import {
  DomainError,
  fieldError,
  limits,
  type AddPasskeyInput,
  type PasskeyCreationOptions,
  type PasskeyView,
} from '@goal/contract';
import type { Tx } from '@goal/db';

import { memberActor } from '../../credential/credential.ts';
import { recordAction } from '../../ground/record-action.ts';
import type { People } from '../../person/people.ts';
import type { PersonRef } from '../../person/person.ts';
import { newChallenge, type PasskeyAttempt } from './assertion.ts';
import { algorithms, dialogMs, loadWebauthn, relyingParty, userHandleOf } from './relying-party.ts';

/**
 * What the browser makes a passkey of, with a new challenge. The passkey is discoverable, so that
 * signing in wants no e-mail, and verifies its user (rulings §10.10). `known` are the passkeys that
 * the person has, of which no authenticator makes a second one.
 */
export function creationOptions(
  people: Pick<People, 'dashboardUrl'>,
  {
    brand,
    user: { id, email, name },
    known,
  }: {
    brand: string;
    user: { id: string; email: string; name: string | null };
    known: readonly { credentialId: Uint8Array; transports: string[] }[];
  },
): PasskeyCreationOptions {
  return {
    rp: { id: relyingParty(people).id, name: brand },
    user: { id: userHandleOf(id).toString('base64url'), name: email, displayName: name ?? email },
    challenge: newChallenge(),
    pubKeyCredParams: algorithms,
    timeout: dialogMs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: Buffer.from(credentialId).toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** A new passkey that does not answer its attempt. Which rule it breaks is not told. */
const notOfAttempt = () => fieldError('response must be the answer to this attempt');

/** A passkey that answered its attempt. `storePasskey` stores it. */
export type NewPasskey = Awaited<ReturnType<typeof judgeAttestation>>;

/** Judges what the browser made. Throws a field error for what does not answer the attempt. */
export async function judgeAttestation(
  people: Pick<People, 'dashboardUrl'>,
  { challenge }: PasskeyAttempt,
  { name, response: { response: attested, ...rest } }: Pick<AddPasskeyInput, 'name' | 'response'>,
) {
  const { id, origin } = relyingParty(people);
  const { transports = [], ...response } = attested;
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...rest, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms.map(({ alg }) => alg),
  }).catch(() => {
    throw notOfAttempt();
  });
  if (registrationInfo === undefined) throw notOfAttempt();
  const { credential, credentialBackedUp: backedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports,
    name,
    backedUp,
  };
}

/**
 * Stores a passkey of a person, whose row the caller has locked, and records it. At most 20 a
 * person. Throws `twenty_passkeys`, and a field error for a passkey that exists already.
 */
export async function storePasskey(tx: Tx, person: PersonRef, passkey: NewPasskey): Promise<PasskeyView> {
  const { name, backedUp } = passkey;
  const count = await tx.passkey.count({ where: { personRowId: person.rowId } });
  if (count >= limits.passkeysPerPerson) throw new DomainError('twenty_passkeys');
  const [made] = await tx.passkey.createManyAndReturn({
    data: { personRowId: person.rowId, ...passkey },
    skipDuplicates: true,
    select: { id: true, createdAt: true },
  });
  if (made === undefined) throw notOfAttempt();
  const detail = { id: made.id, name };
  await recordAction(tx, memberActor({ person }), { action: 'passkey.add', accountId: null, detail });
  return { id: made.id, name, backed_up: backedUp, created_at: made.createdAt.toISOString(), last_used_at: null };
}
