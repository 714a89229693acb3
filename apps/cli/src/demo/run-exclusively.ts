import type { Core } from '@goal/core';

import { Refusal } from '../refusal.ts';

/** The advisory lock of the running demo: two at once would revoke each other's keys. */
const demoLockId = 0x676f6164;

/**
 * Runs the work while no other process does so on the same database. Throws a `Refusal` if another
 * one already does.
 */
export async function runExclusively<T>(core: Core, work: () => Promise<T>): Promise<T> {
  const session = await core.db.work.connect();
  try {
    const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS mine', [
      demoLockId,
    ]);
    if (!rows[0]?.mine)
      throw new Refusal('Another goal demo is running on this database: try again once it has ended.');
    return await work();
  } finally {
    // A pooler may keep the session of a connection that is closed.
    await session.query('SELECT pg_advisory_unlock_all()').catch(() => {});
    session.release(true);
  }
}
