import { createHash } from 'node:crypto';

import { DomainError, fieldError, type BeganNewPasskey, type JoinInput } from '@goal/contract';
import type { Tx } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { nameInAuthenticators } from '../brand/brand-of-person.ts';
import type { Branded } from '../brand/brand.ts';
import { memberActor } from '../credential/credential.ts';
import { recordAction } from '../ground/record-action.ts';
import type { PasskeyAttempt } from '../sign-in/ways/assertion.ts';
import { creationOptions, judgeAttestation, storePasskey, type NewPasskey } from '../sign-in/ways/new-passkey.ts';
import { openCeremony, takeCeremony } from '../sign-in/ceremony.ts';
import { judgePassword } from '../sign-in/password.ts';
import type { People } from '../person/people.ts';
import { lockPerson, type PersonRef } from '../person/person.ts';

/** How somebody signs in from now on. `personId`: the person of the passkey, or a new one. */
export type FirstWay = { hash: string | undefined; passkey: NewPasskey | undefined; personId: string | undefined };

/** An attempt to come in with a passkey: by which link, and the person whom the passkey knows. */
type LinkAttempt = PasskeyAttempt & { link: string; personId: string };

const linkOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Opens an attempt to come in by this link with a passkey. It uses nothing of the link up. */
export async function openFirstPasskey(
  core: Db,
  people: People,
  {
    token,
    user,
    personRowId,
    account,
  }: {
    token: string;
    user: { id: string; email: string; name: string | null };
    /** The person, where there is one whose ways in stay. */
    personRowId: number | null;
    /** The account that is joined. */
    account?: Branded;
  },
): Promise<BeganNewPasskey> {
  const known =
    personRowId === null
      ? []
      : await core.db.prisma.passkey.findMany({
          where: { personRowId },
          select: { credentialId: true, transports: true },
        });
  const options = creationOptions(people, { brand: await nameInAuthenticators(core, user, account), user, known });
  const ceremony = await openCeremony<LinkAttempt>(core, {
    kind: 'passkey_join',
    data: { challenge: options.challenge, link: linkOf(token), personId: user.id },
    personRowId,
  });
  return { ceremony, options };
}

/**
 * Judges the password and the passkey of somebody who comes in by a link, before the transaction,
 * which must not wait for the hash. The attempt of the passkey is taken. Throws a field error where
 * there is neither, because nobody could sign in again; the refusals of rulings §10.11, and
 * `Overload` when too many passwords wait; `attempt_expired`, also for another link's attempt; and
 * a field error for a passkey that does not answer it.
 */
export async function judgeFirstWay(
  core: Db,
  people: Pick<People, 'passwords' | 'dashboardUrl'>,
  email: string,
  { token, password, passkey }: JoinInput,
): Promise<FirstWay> {
  if (password === undefined && passkey === undefined) throw fieldError('password or passkey must be given');
  if (password !== undefined) judgePassword(password, email);
  const made = passkey === undefined ? undefined : await takeFirstPasskey(core, people, token, passkey);
  const hash = password === undefined ? undefined : await people.passwords.hash('entry', password);
  return { hash, passkey: made?.passkey, personId: made?.personId };
}

async function takeFirstPasskey(
  core: Db,
  people: Pick<People, 'dashboardUrl'>,
  token: string,
  { ceremony, ...made }: NonNullable<JoinInput['passkey']>,
): Promise<{ passkey: NewPasskey; personId: string }> {
  const { data } = await takeCeremony<LinkAttempt>(core, 'passkey_join', ceremony);
  if (data.link !== linkOf(token)) throw new DomainError('attempt_expired');
  return { passkey: await judgeAttestation(people, data, made), personId: data.personId };
}

/**
 * Gives the person this way in, in the transaction that lets them in, under the person's lock.
 * Throws `attempt_expired` for a passkey that knows another person, as one who was made meanwhile,
 * `twenty_passkeys`, and a field error for a passkey that exists already.
 */
export async function setFirstWay(tx: Tx, { rowId }: PersonRef, { hash, passkey, personId }: FirstWay): Promise<void> {
  const person = await lockPerson(tx, rowId);
  if (person === undefined || (personId !== undefined && person.id !== personId))
    throw new DomainError('attempt_expired');
  if (hash !== undefined) {
    await tx.$executeRaw`UPDATE person SET password = ${hash}, password_at = clock_timestamp() WHERE no = ${rowId}`;
    await recordAction(tx, memberActor({ person }), { action: 'password.set', accountId: null });
  }
  if (passkey !== undefined) await storePasskey(tx, person, passkey);
}
