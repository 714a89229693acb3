import { DomainError, type ActionName } from '@goal/contract';
import { Prisma, type Tx } from '@goal/db';

import { transaction } from '../ground/act.ts';
import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { memberActor, type SessionCredential } from '../credential/credential.ts';
import { recordAction } from '../ground/record-action.ts';
import { issuersOfPerson, isSetUpIssuer } from '../sign-in/sso/issuer.ts';
import type { People } from './people.ts';
import { lockPerson, type LockedPerson } from './person.ts';

/** The means of a change that a person makes to themselves. */
export type PersonChange = {
  tx: Tx;
  person: LockedPerson;
  /** Records the act of this person, without an account. */
  record: (action: ActionName, detail?: Prisma.InputJsonObject) => Promise<void>;
};

/**
 * Runs a change of the signed-in person in one transaction that locks their row, so that rules that
 * count something hold exactly. Throws what `work` throws, and `invalid_token` if the person was
 * deleted or the session was ended meanwhile: a request that the first proof of an e-mail overtakes
 * adds no way in after it (rulings §10.21).
 */
export function changePerson<T>(
  core: Db,
  session: SessionCredential,
  work: (change: PersonChange) => Promise<T>,
): Promise<T> {
  return transaction(core.db, async (tx) => {
    const person = await lockPerson(tx, session.person.rowId);
    const isLive = await tx.session.count({ where: { rowId: session.keyRowId, endedAt: null } });
    if (person === undefined || isLive === 0) throw new DomainError('invalid_token');
    const record: PersonChange['record'] = (action, detail) =>
      recordAction(tx, memberActor({ person }), {
        action,
        accountId: null,
        ...(detail === undefined ? {} : { detail }),
      });
    return work({ tx, person, record });
  });
}

/**
 * Judges, after a way to sign in was removed in this transaction, that another one stays (rulings
 * §10.10). The person's row is locked. Throws `last_way_in`.
 */
export async function judgeWayStays(tx: Tx, people: WaysOf, personRowId: number): Promise<void> {
  if (!(await hasWayIn(tx, people, personRowId))) throw new DomainError('last_way_in');
}

type WaysOf = Pick<People, 'mailer' | 'sso'>;

/**
 * Whether the person can sign in again (rulings §10.10). A code by mail counts where the e-mail is
 * proven and there is a mail server; single sign-on counts where its provider is the one that is
 * set up.
 */
export async function hasWayIn(
  client: Core['db']['prisma'] | Tx,
  { mailer, sso }: WaysOf,
  personRowId: number,
): Promise<boolean> {
  const [row] = await client.$queryRaw<{ stays: boolean; issuers: string[] }[]>`
    SELECT p.password IS NOT NULL OR (${mailer !== undefined} AND p.email_proven_at IS NOT NULL)
      OR EXISTS (SELECT FROM passkey k WHERE k.person_no = p.no) AS stays, ${Prisma.raw(issuersOfPerson)} AS issuers
    FROM person p WHERE p.no = ${personRowId}`;
  return row !== undefined && (row.stays || row.issuers.some((issuer) => isSetUpIssuer({ sso }, issuer)));
}
