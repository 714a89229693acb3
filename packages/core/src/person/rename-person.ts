import type { Db } from '../ground/db.ts';
import type { SessionCredential } from '../credential/credential.ts';
import { changePerson } from './change-person.ts';

/** me.rename: a name, or none (rulings §10.2). */
export async function renamePerson(core: Db, session: SessionCredential, name: string | null): Promise<void> {
  await changePerson(core, session, async ({ tx, person: { rowId } }) => {
    await tx.person.update({ where: { rowId }, data: { name } });
  });
}
