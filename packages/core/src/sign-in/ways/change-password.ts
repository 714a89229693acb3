import { DomainError, type Confirmed } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { transaction } from '../../ground/act.ts';
import type { SessionCredential } from '../../credential/credential.ts';
import { tellOfWay } from '../../mail/news.ts';
import { networkOf } from '../network.ts';
import { judgeWay } from './ways.ts';
import { withBrakes, type Brake } from '../brake.ts';
import { changePerson, judgeWayStays } from '../../person/change-person.ts';
import { judgePassword } from '../password.ts';
import type { People } from '../../person/people.ts';
import type { Visitor } from '../../person/person.ts';
import { confirmSession, endSessionsOf } from './session.ts';

/**
 * me.confirm.password: proves who the person is for the next 15 minutes (rulings §10.15), under the
 * brakes of a sign-in. Throws `not_found` where passwords are off, `rate_limited`,
 * `wrong_password`, and `Overload` when too many passwords wait.
 */
export async function confirmByPassword(
  core: Db,
  people: People,
  session: SessionCredential,
  { password, visitor }: { password: string; visitor: Visitor | undefined },
): Promise<Confirmed> {
  judgeWay(people, 'password');
  const { rowId, email } = session.person;
  const brakes: Brake[] = [{ kind: 'password', about: email }];
  if (visitor !== undefined) brakes.unshift({ kind: 'address', about: networkOf(visitor.address) });
  return withBrakes(core, brakes, async () => {
    const known = await core.db.prisma.person.findFirst({ where: { rowId }, select: { password: true } });
    const isRight = await people.passwords.isRight({ personRowId: rowId }, password, known?.password);
    if (!isRight) throw new DomainError('wrong_password');
    return { confirmed_until: await transaction(core.db, (tx) => confirmSession(tx, session)) };
  });
}

/**
 * me.password.set: a new password, which ends the person's other sessions (rulings §10.4). A
 * sign-in that waits for the second factor has expired. Throws `not_found` where passwords are off,
 * what `judgePassword` throws, and `Overload` when too many passwords wait.
 */
export async function setPassword(
  core: Db,
  people: People,
  session: SessionCredential,
  password: string,
): Promise<void> {
  judgeWay(people, 'password');
  judgePassword(password, session.person.email);
  const hash = await people.passwords.hash({ personRowId: session.person.rowId }, password);
  await changePerson(core, session, async ({ tx, person, record }) => {
    const { rowId } = person;
    await tx.$executeRaw`UPDATE person SET password = ${hash}, password_at = clock_timestamp() WHERE no = ${rowId}`;
    await endSessionsOf(tx, rowId, session.keyRowId);
    await record('password.set');
    if (person.password !== null) await tellOfWay(tx, person, 'changed', ['password']);
  });
}

/**
 * me.password.remove: ends the person's other sessions as well. Without a password it changes
 * nothing. Throws `last_way_in`.
 */
export async function removePassword(core: Db, people: People, session: SessionCredential): Promise<void> {
  await changePerson(core, session, async ({ tx, person, record }) => {
    if (person.password === null) return;
    const { rowId } = person;
    await tx.person.update({ where: { rowId }, data: { password: null, passwordAt: null } });
    await judgeWayStays(tx, people, rowId);
    await endSessionsOf(tx, rowId, session.keyRowId);
    await record('password.remove');
    await tellOfWay(tx, person, 'removed', ['password']);
  });
}
