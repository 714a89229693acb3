import type { Database, Queryable } from '@goal/db';

import { inTransaction } from '../../event/in-transaction.ts';
import { renewIncarnation } from '../../tail/incarnation.ts';
import { readIncarnation, type Incarnation } from './log-incarnation.ts';

/** The present life of the database. */
export type Life = Exclude<Incarnation, string>;

/**
 * Works on a log in a transaction that knows in which life of the database it runs; one begins
 * where the last has ended. `held`: nobody has confirmed yet that a restored database may go on.
 */
export async function inThisLife<Result>(
  { pool, identity }: { pool: Database['sealing']; identity: string },
  work: (on: Queryable, now: Life) => Promise<Result>,
): Promise<Result | 'held'> {
  for (let attempt = 1; ; attempt += 1) {
    const done = await inTransaction(pool, async (on) => {
      const now = await readIncarnation(on, identity);
      return typeof now === 'string' ? { now } : { result: await work(on, now) };
    });
    if ('result' in done) return done.result;
    if (done.now === 'held') return done.now;
    if (attempt === 3) throw new Error('the incarnation of the tails ended as often as it was renewed');
    await renewIncarnation({ work: pool }, identity);
  }
}

/** Whether a log that was sealed in this era goes on in the present life. */
export const isSameHistory = (era: number, now: Life): boolean => era === now.era || now.also.includes(era);
