import type { Database } from '@goal/db';

/**
 * Writes 1 MB, more than fits on a full disk, into a table that disappears with its transaction.
 */
const writeTest = `create temp table write_test on commit drop as select repeat('x', 1000) as filler from generate_series(1, 1000)`;

/** SQLSTATEs of a full disk or a system error (53, 58), and of a read-only transaction. */
const refusals = /^(53...|58...|25006)$/;

/** Returns why the database refuses writes, or null if it accepts them. Leaves nothing behind. */
export async function refusesWrites({ work }: Pick<Database, 'work'>): Promise<string | null> {
  const session = await work.connect();
  try {
    await session.query('begin');
    await session.query(writeTest);
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && refusals.test(String(error.code))) return error.message;
    throw error;
  } finally {
    await session.query('rollback').catch(() => {});
    session.release();
  }
}
