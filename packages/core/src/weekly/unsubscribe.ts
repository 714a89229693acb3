import { createHash, randomBytes } from 'node:crypto';

import type { Core } from '../core.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes what stands in the link of one weekly summary: it ends the weekly summaries of the person
 * and nothing else. Only its hash is kept, so each mail has its own.
 */
export async function newUnsubscribeToken({ db }: Pick<Core, 'db'>, personRowId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.work.query(`insert into unsubscribe_token (hash, person_no, kind) values ($1, $2, 'weekly')`, [
    hashOf(token),
    personRowId,
  ]);
  return token;
}

/**
 * entry.unsubscribe: ends the kind of mail that the token names, for its person (rulings §10.40). A
 * token that nobody has, and one that was used before, are answered alike.
 */
export async function unsubscribe({ db }: Pick<Core, 'db'>, token: string): Promise<void> {
  await db.work.query(
    `delete from weekly_mail w using unsubscribe_token t
     where t.hash = $1 and t.kind = 'weekly' and w.person_no = t.person_no`,
    [hashOf(token)],
  );
}
