import { isOutOfTime, type Database, type Queryable } from '@goal/db';

/**
 * Runs work in a transaction, on one connection of the pool. Throws what the work throws, after
 * rolling it back. When a statement reached a time limit, its locks are free at that moment, so
 * that the next attempt finds them free. A connection is used again after a time limit or a
 * violated constraint, and after no other failure.
 */
export async function inTransaction<Result>(
  pool: Pick<Database['pages'], 'connect'>,
  work: (session: Queryable) => Promise<Result>,
): Promise<Result> {
  const session = await pool.connect();
  try {
    await session.query('begin');
    const result = await work(session);
    await session.query('commit');
    session.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back too, but only when the server notices.
    const isRolledBack =
      (isOutOfTime(error) || isViolation(error)) &&
      (await session.query('rollback').then(
        () => true,
        () => false,
      ));
    session.release(isRolledBack ? undefined : true);
    throw error;
  }
}

const isViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23');
