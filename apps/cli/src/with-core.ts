import { LastUses, openEventStore, type Core } from '@goal/core';
import { openDatabase, prepareDatabase, type Prepared } from '@goal/db';

import { readEnv, type Env } from './env.ts';

/** What a command works with. */
export type Work = { core: Core; env: Env };

/**
 * Makes the service's database ready and runs a command's work on it, beside a running server or without one: the embedded database is started
 * or joined, and let go of at the end (rulings §9.1). Throws what the work throws, `StartupError` and `EnvError`.
 */
export async function withCore<T>(work: (on: Work) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, env) => {
    const db = openDatabase({ url, name: 'goal (command line)', sizes: { work: 3, pages: 2, ingest: 4 } });
    try {
      const events = await openEventStore(db);
      try {
        // Nothing is deleted here; what a server would reclaim, a server will.
        const core: Core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {} };
        return await work({ core, env });
      } finally {
        await events.close();
      }
    } finally {
      await db.close();
    }
  });
}

/** The part of it that needs no verbs: the database is there and migrated. */
export async function withDatabase<T>(work: (prepared: Prepared, env: Env) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  const prepared = await prepareDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log: tell });
  try {
    return await work(prepared, env);
  } finally {
    await prepared.release();
  }
}

/** To the person at the terminal: standard output belongs to the result. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
