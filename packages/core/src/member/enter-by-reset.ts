import { DomainError, type BeganSession } from '@goal/contract';
import { transaction } from '@goal/db';

import type { Core } from '../core.ts';
import { hashFirstPassword, setFirstPassword } from '../person/first-password.ts';
import type { People } from '../person/people.ts';
import type { Visitor } from '../person/person.ts';
import { takeReset } from '../person/reset-link.ts';
import { beginSession } from '../person/session.ts';

/**
 * Lets a person in by the link that an operator made (rulings §10.25), with a new password where
 * one is given, and begins a session. The link works once. Throws the refusals of rulings §10.11,
 * and `not_found` for a link that was used, replaced or has expired meanwhile.
 */
export async function enterByReset(
  core: Core,
  people: Pick<People, 'passwords'>,
  {
    token,
    email,
    name,
    password,
  }: { token: string; email: string; name?: string | null | undefined; password?: string | undefined },
  visitor: Visitor,
): Promise<BeganSession> {
  const hash = await hashFirstPassword(people, email, password);
  return transaction(core.db, async (tx) => {
    const person = await takeReset(tx, token);
    if (person === undefined) throw new DomainError('not_found');
    if (typeof name === 'string') await tx.person.update({ where: { rowId: person.rowId }, data: { name } });
    await setFirstPassword(tx, person, hash);
    return beginSession(tx, { person, how: 'reset', visitor });
  });
}
