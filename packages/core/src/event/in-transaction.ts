import { isOutOfTime, type Database, type Queryable } from '@goal/db';

/**
 * Runs work in a transaction; throws what it throws, rolled back, with its locks free. A connection
 * is used again after a time limit or a violated constraint alone.
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
