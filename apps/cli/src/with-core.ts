import { LastUses, openEventStore, type Core } from '@goal/core';
import { isUnavailable, openDatabase, prepareDatabase, reachDatabase, type Prepared } from '@goal/db';

import { readEnv, type Env } from './env.ts';
import { isSentence, Refusal } from './refusal.ts';

/** What a command works with. `signal` is aborted by the first Ctrl-C or SIGTERM; a second one ends the process at once. */
export type Work = { core: Core; env: Env; signal: AbortSignal };

/**
 * Makes the service's database ready and runs a command's work on it, beside a running server or without one: the embedded database is started
 * or joined, and let go of at the end, also after Ctrl-C (rulings §9.1). Throws what the work throws, `StartupError` and `EnvError`.
 */
export async function withCore<T>(work: (on: Work) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, env, signal) => {
    const db = openDatabase({ url, name: 'goal (command line)', sizes: { work: 3, pages: 2, ingest: 4 } });
    try {
      const events = await openEventStore(db);
      try {
        // Nothing is deleted here: what there is to reclaim, a server will.
        const settings = { retentionGraceDays: env.retentionGraceDays };
        const core: Core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings };
        return await work({ core, env, signal });
      } finally {
        await events.close();
      }
    } finally {
      await db.close();
    }
  });
}

/** The part of it that needs no verbs: the database is there and migrated. */
export function withDatabase<T>(work: DatabaseWork<Prepared, T>): Promise<T> {
  return withIt(prepareDatabase, work);
}

/** The database as it is, whatever its migrations. */
export function withReachedDatabase<T>(work: DatabaseWork<Reached, T>): Promise<T> {
  return withIt(reachDatabase, work);
}

type Reached = Omit<Prepared, 'applied'>;
type DatabaseWork<Found, T> = (found: Found, env: Env, signal: AbortSignal) => Promise<T>;

/** Throws a Refusal when the database goes away under the work, or keeps it waiting. */
async function withIt<Found extends Reached, T>(
  find: (options: Parameters<typeof prepareDatabase>[0]) => Promise<Found>,
  work: DatabaseWork<Found, T>,
): Promise<T> {
  const env = readEnv();
  const signal = stopSignal();
  const found = await find({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log: tell });
  try {
    refuseWhenStopped(signal);
    return await work(found, env, signal);
  } catch (error) {
    // What is said in a sentence already may have such a cause.
    if (isSentence(error) || !isUnavailable(error)) throw error;
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new Refusal(`The database did not answer to the end (${why}): see to it, and run it again.`, {
      cause: error,
    });
  } finally {
    await found.release();
  }
}

/** Throws a Refusal once the person has asked to stop. */
export function refuseWhenStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new Refusal('Stopped before the end: run it again.');
}

/** To the person at the terminal: standard output belongs to the result. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}
