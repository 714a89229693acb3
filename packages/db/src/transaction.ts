import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from './database.ts';
import { isConflict } from './faults.ts';
import { Prisma } from './generated/client.ts';
import { queueTimeoutMs } from './session-settings.ts';

/** The client that a verb writes with inside its transaction. */
export type Tx = Prisma.TransactionClient;

const attempts = 4;

/**
 * Runs a verb's work in one READ COMMITTED transaction. The pool bounds the wait for a connection;
 * the transaction may take 10 s. Work that lost a deadlock or a serialization conflict runs again,
 * up to three times, so it must have no effect outside the transaction. `changes` always rises
 * before this function ends, even if nobody knows whether the commit arrived.
 */
export async function transaction<T>(
  db: Pick<Database, 'prisma' | 'changes'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const acknowledge = db.changes.acknowledging?.begun();
      const result = await db.prisma.$transaction(work, {
        isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
        // The pool ends the wait earlier, and takes back connections that Prisma would lose.
        maxWait: 2 * queueTimeoutMs,
        timeout: 10_000,
      });
      acknowledge?.();
      return result;
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      // A random pause, so that the same transactions do not collide again.
      await sleep(Math.random() * 20 * attempt);
    } finally {
      db.changes.ended += 1;
    }
  }
}
