import type { Core } from '@goal/core';

import { Refusal } from '../refusal.ts';

/** Held by the one demo that makes accounts and keys: two at once would revoke each other's. */
const demoKey = 0x676f6164;

/** Runs the work while no other process does so on the same database. Throws a Refusal when one does already. */
export async function alone<T>(core: Core, work: () => Promise<T>): Promise<T> {
  const session = await core.db.work.connect();
  // When it breaks the work's own statements tell; without a listener it would end the process.
  session.on('error', () => {});
  try {
    const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [demoKey]);
    if (!rows[0]?.mine) throw new Refusal('Another goal demo is at work on this database: try again when it is done.');
    return await work();
  } finally {
    // Ends the session, and with it the lock.
    session.release(true);
  }
}
