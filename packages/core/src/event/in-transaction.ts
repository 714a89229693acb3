import { isTimeout, type Database, type Queryable } from '@goal/db';

/**
 * Runs work in a transaction of a connection for long reads and batches. Throws what the work throws, after which nothing of it is left: where a
 * statement reached its limit, what it held can be taken at once by whoever tries again.
 */
export async function inTransaction<Result>(
  { pages }: Pick<Database, 'pages'>,
  work: (session: Queryable) => Promise<Result>,
): Promise<Result> {
  const session = await pages.connect();
  try {
    await session.query('begin');
    const result = await work(session);
    await session.query('commit');
    session.release();
    return result;
  } catch (error) {
    // A connection that is closed rolls back too, but when the server notices.
    const isOver =
      isTimeout(error) &&
      (await session.query('rollback').then(
        () => true,
        () => false,
      ));
    session.release(isOver ? undefined : true);
    throw error;
  }
}
