import { LifeEndedError, type Database, type Mark } from '@goal/db';

import { storeByAccount } from './store-by-account.ts';
import { runStore, type StoreRow } from './store-statement.ts';

/**
 * Stores events in the form that the database can run: by one statement, or on Citus, where a
 * commit has one account, by a transaction. Promises what `runStore` promises. Throws
 * `LifeEndedError`, and stores nothing, unless `lives` is the life of the session that stores: in
 * another one the numbers of words may stand for other words.
 */
export async function storeCommit(
  db: Pick<Database, 'ingest' | 'lives' | 'topology' | 'changes'>,
  events: StoreRow[],
  { lockMs, lives }: { lockMs: number; lives: ReadonlySet<number> },
): Promise<Set<number> | 'all'> {
  const isCitus = (await db.topology()) === 'citus';
  const session = await db.ingest.connect();
  const life = db.lives.of(session);
  if (lives.size !== 1 || life === undefined || !lives.has(life)) {
    session.release();
    throw new LifeEndedError();
  }
  if (isCitus) return await storeByAccount({ connect: () => Promise.resolve(session) }, events, lockMs);
  try {
    // Without the name of the life its log may not be read.
    const isNamed = db.lives.nameOf(life) !== '';
    const onMark = isNamed ? (mark: Mark) => db.changes.acknowledging?.stored(life, mark) : undefined;
    const stored = await runStore(session, events, lockMs, onMark);
    session.release();
    return stored;
  } catch (error) {
    session.release(error instanceof Error ? error : true);
    throw error;
  }
}
