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
 * me.confirm.password: for 15 minutes (rulings §10.15), under a sign-in's brakes. Throws
 * `not_found`, `rate_limited`, `wrong_password`, and `Overload`.
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
 * me.password.set: ends other sessions (rulings §10.4) and sign-ins that wait for a second factor.
 * Throws `not_found`, as `judgePassword`, and `Overload`.
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

/** me.password.remove: ends the other sessions too, if there was one. Throws `last_way_in`. */
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
