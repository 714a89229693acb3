import type { Database } from '@goal/db';

/** A table of a MiB, which is gone with its transaction: more than a disk that is full has room for. */
const room = `create temp table room on commit drop as select repeat('x', 1000) as filler from generate_series(1, 1000)`;

/** A full disk (53, 58), or a database that may only be read. */
const refusals = /^(53...|58...|25006)$/;

/** Why the database takes no writes, which reading does not tell; null: it takes them. Leaves nothing behind. */
export async function refusesWrites({ work }: Pick<Database, 'work'>): Promise<string | null> {
  const session = await work.connect();
  try {
    await session.query('begin');
    await session.query(room);
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && refusals.test(String(error.code))) return error.message;
    throw error;
  } finally {
    await session.query('rollback').catch(() => {});
    session.release();
  }
}
