import { DomainError, type BeganSession, type JoinInput } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { transaction } from '../ground/act.ts';
import type { People } from '../person/people.ts';
import type { Visitor } from '../person/person.ts';
import { takeReset } from '../sign-in/ways/reset-link.ts';
import { beginSession } from '../sign-in/ways/session.ts';
import { judgeFirstWay, setFirstWay } from './first-way.ts';

/**
 * Lets a person in by the link that an operator made (rulings §10.25), with a new password or
 * passkey, and begins a session, all or nothing. The link works once. Throws what `judgeFirstWay`
 * and `setFirstWay` throw, and `not_found` for a link that was used, replaced or has expired
 * meanwhile.
 */
export async function enterByReset(
  core: Db,
  people: Pick<People, 'passwords' | 'dashboardUrl'>,
  { email }: { email: string },
  input: JoinInput,
  visitor: Visitor,
): Promise<BeganSession> {
  const { token, name } = input;
  const way = await judgeFirstWay(core, people, email, input);
  return transaction(core.db, async (tx) => {
    const person = await takeReset(tx, token);
    if (person === undefined) throw new DomainError('not_found');
    if (typeof name === 'string') await tx.person.update({ where: { rowId: person.rowId }, data: { name } });
    await setFirstWay(tx, person, way);
    return beginSession(tx, { person, how: 'reset', visitor });
  });
}
