import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from './database.ts';
import { isConflict } from './faults.ts';
import { Prisma } from './generated/client.ts';

/** What a verb writes with inside its transaction. */
export type Tx = Prisma.TransactionClient;

const attempts = 4;

/**
 * Runs a verb's work in one READ COMMITTED transaction, for which it waits as long as its pool lets it and which may last 10 s. Work that lost a
 * deadlock or a serialization conflict is run again, up to three times: it must have no effect outside the transaction. Before this
 * ends, `changes` goes up: also where nobody knows whether the commit arrived.
 */
export async function transaction<T>(
  db: Pick<Database, 'prisma' | 'changes'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.prisma.$transaction(work, {
        isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
        // The pool ends the waiting, and gives back what Prisma would lose.
        maxWait: 10_000,
        timeout: 10_000,
      });
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      // Those that met each other should not meet again.
      await sleep(Math.random() * 20 * attempt);
    } finally {
      db.changes.ended += 1;
    }
  }
}
