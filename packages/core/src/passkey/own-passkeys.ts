import {
  DomainError,
  fieldError,
  isUuid,
  limits,
  type AddPasskeyInput,
  type BeganNewPasskey,
  type PasskeyView,
} from '@goal/contract';

import { nameInAuthenticators } from '../brand/brand-of-person.ts';
import type { Core } from '../core.ts';
import type { SessionCredential } from '../credential/credential.ts';
import { openCeremony, takeCeremony } from '../person/ceremony.ts';
import { changePerson, judgeWayStays } from '../person/change-person.ts';
import type { People } from '../person/people.ts';
import { newChallenge, type PasskeyAttempt } from './assertion.ts';
import { algorithms, dialogMs, loadWebauthn, relyingParty, userHandleOf } from './relying-party.ts';

/**
 * me.passkeys.begin: what the browser makes a passkey of. It is discoverable, so that signing in
 * wants no e-mail, and verifies its user (rulings §10.10). Its dialog names the brand of the
 * person's only account (rulings §10.38). Throws `twenty_passkeys`.
 */
export async function beginPasskey(
  core: Core,
  people: People,
  { person }: SessionCredential,
): Promise<BeganNewPasskey> {
  const known = await core.db.prisma.passkey.findMany({
    where: { personRowId: person.rowId },
    select: { credentialId: true, transports: true },
  });
  if (known.length >= limits.passkeysPerPerson) throw new DomainError('twenty_passkeys');
  const challenge = newChallenge();
  const ceremony = await openCeremony<PasskeyAttempt>(core, {
    kind: 'passkey_add',
    data: { challenge },
    personRowId: person.rowId,
  });
  return {
    ceremony,
    options: {
      rp: { id: relyingParty(people).id, name: await nameInAuthenticators(core, person) },
      user: {
        id: userHandleOf(person.id).toString('base64url'),
        name: person.email,
        displayName: person.name ?? person.email,
      },
      challenge,
      pubKeyCredParams: algorithms,
      timeout: dialogMs,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: Buffer.from(credentialId).toString('base64url'),
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  };
}

/** A new passkey that does not answer its attempt. Which rule it breaks is not told. */
const notOfAttempt = () => fieldError('response must be the answer to this attempt');

/**
 * me.passkeys.finish: adds the passkey that the browser made. At most 20 a person, judged under
 * their lock. Throws `attempt_expired` for an attempt that is used, expired or somebody else's;
 * `twenty_passkeys`; and a field error for a passkey that does not answer the attempt, verifies no
 * user, or exists already.
 */
export async function addPasskey(
  core: Core,
  people: People,
  session: SessionCredential,
  { ceremony, name, response }: AddPasskeyInput,
): Promise<PasskeyView> {
  const { data, personRowId } = await takeCeremony<PasskeyAttempt>(core, 'passkey_add', ceremony);
  if (personRowId !== session.person.rowId) throw new DomainError('attempt_expired');
  const { credential, credentialBackedUp: backedUp } = await judgeAttestation(people, data, response);
  return changePerson(core, session, async ({ tx, person, record }) => {
    const count = await tx.passkey.count({ where: { personRowId } });
    if (count >= limits.passkeysPerPerson) throw new DomainError('twenty_passkeys');
    const [made] = await tx.passkey.createManyAndReturn({
      data: {
        personRowId: person.rowId,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: response.response.transports ?? [],
        name,
        backedUp,
      },
      skipDuplicates: true,
      select: { id: true, createdAt: true },
    });
    if (made === undefined) throw notOfAttempt();
    await record('passkey.add', { id: made.id, name });
    return { id: made.id, name, backed_up: backedUp, created_at: made.createdAt.toISOString(), last_used_at: null };
  });
}

async function judgeAttestation(
  people: People,
  { challenge }: PasskeyAttempt,
  { response: { transports: _, ...response }, ...rest }: AddPasskeyInput['response'],
) {
  const { id, origin } = relyingParty(people);
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
  return registrationInfo;
}

/** Renames one of the person's passkeys. Throws `not_found` for an unknown or foreign id. */
export async function renamePasskey(core: Core, session: SessionCredential, id: string, name: string): Promise<void> {
  const { count } = isUuid(id)
    ? await core.db.prisma.passkey.updateMany({ where: { id, personRowId: session.person.rowId }, data: { name } })
    : { count: 0 };
  if (count === 0) throw new DomainError('not_found');
}

/**
 * Removes one of the person's passkeys. Throws `not_found` for an unknown or foreign id, and
 * `last_way_in`, judged under the person's lock.
 */
export async function removePasskey(core: Core, people: People, session: SessionCredential, id: string): Promise<void> {
  if (!isUuid(id)) throw new DomainError('not_found');
  await changePerson(core, session, async ({ tx, person, record }) => {
    const where = { id, personRowId: person.rowId };
    const passkey = await tx.passkey.findFirst({ where, select: { name: true } });
    if (passkey === null) throw new DomainError('not_found');
    await tx.passkey.deleteMany({ where });
    await judgeWayStays(tx, people, person.rowId);
    await record('passkey.remove', { id, name: passkey.name });
  });
}
