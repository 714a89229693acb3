import {
  DomainError,
  isUuid,
  limits,
  type AddPasskeyInput,
  type BeganNewPasskey,
  type PasskeyView,
} from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { nameInAuthenticators } from '../../brand/brand-of-person.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { transaction } from '../../ground/act.ts';
import { tellOfWay } from '../../mail/news.ts';
import { openCeremony, takeCeremony } from '../ceremony.ts';
import { changePerson, judgeWayStays } from '../../person/change-person.ts';
import type { People } from '../../person/people.ts';
import type { PasskeyAttempt } from './assertion.ts';
import { creationOptions, judgeAttestation, storePasskey } from './new-passkey.ts';

/**
 * me.passkeys.begin: what the browser makes a passkey of. It is discoverable, so that signing in
 * wants no e-mail, and verifies its user (rulings §10.10). Its dialog names the brand of the
 * person's only account (rulings §10.38). Throws `twenty_passkeys`.
 */
export async function beginPasskey(core: Db, people: People, { person }: SessionCredential): Promise<BeganNewPasskey> {
  const known = await core.db.prisma.passkey.findMany({
    where: { personRowId: person.rowId },
    select: { credentialId: true, transports: true },
  });
  if (known.length >= limits.passkeysPerPerson) throw new DomainError('twenty_passkeys');
  const options = creationOptions(people, {
    brand: await nameInAuthenticators(core, person),
    user: person,
    known,
  });
  const { challenge } = options;
  const ceremony = await openCeremony<PasskeyAttempt>(core, {
    kind: 'passkey_add',
    data: { challenge },
    personRowId: person.rowId,
  });
  return { ceremony, options };
}

/**
 * me.passkeys.finish: adds the passkey that the browser made. At most 20 a person, judged under
 * their lock. Throws `attempt_expired` for an attempt that is used, expired or somebody else's;
 * `twenty_passkeys`; and a field error for a passkey that does not answer the attempt, verifies no
 * user, or exists already.
 */
export async function addPasskey(
  core: Db,
  people: People,
  session: SessionCredential,
  { ceremony, name, response }: AddPasskeyInput,
): Promise<PasskeyView> {
  const { data, personRowId } = await takeCeremony<PasskeyAttempt>(core, 'passkey_add', ceremony);
  if (personRowId !== session.person.rowId) throw new DomainError('attempt_expired');
  const made = await judgeAttestation(people, data, { name, response });
  return changePerson(core, session, ({ tx, person }) => storePasskey(tx, person, made));
}

/** Renames one of the person's passkeys. Throws `not_found` for an unknown or foreign id. */
export async function renamePasskey(core: Db, session: SessionCredential, id: string, name: string): Promise<void> {
  const { count } = isUuid(id)
    ? await transaction(core.db, (tx) =>
        tx.passkey.updateMany({ where: { id, personRowId: session.person.rowId }, data: { name } }),
      )
    : { count: 0 };
  if (count === 0) throw new DomainError('not_found');
}

/**
 * Removes one of the person's passkeys. Throws `not_found` for an unknown or foreign id, and
 * `last_way_in`, judged under the person's lock.
 */
export async function removePasskey(core: Db, people: People, session: SessionCredential, id: string): Promise<void> {
  if (!isUuid(id)) throw new DomainError('not_found');
  await changePerson(core, session, async ({ tx, person, record }) => {
    const where = { id, personRowId: person.rowId };
    const passkey = await tx.passkey.findFirst({ where, select: { name: true } });
    if (passkey === null) throw new DomainError('not_found');
    await tx.passkey.deleteMany({ where });
    await judgeWayStays(tx, people, person.rowId);
    await record('passkey.remove', { id, name: passkey.name });
    await tellOfWay(tx, person, 'removed', ['passkeys']);
  });
}
