import { LastUses, openEventServices, type Core, type Settings } from '@goal/core';
import { isUnavailable, openDatabase, prepareDatabase, reachDatabase, type Prepared, type Reached } from '@goal/db';

import { readEnv, type Env } from './env.ts';
import { isSentence, Refusal } from './refusal.ts';
import { surroundings } from './surroundings.ts';
import { tell } from './terminal.ts';

/** The core, for one command. The first Ctrl-C or SIGTERM aborts `signal`; a second one kills. */
export type Work = { core: Core; env: Env; signal: AbortSignal };

/**
 * Makes the service's database ready and runs a command's work on it, with or without a running
 * server: starts or joins the embedded database, and releases it at the end, also after Ctrl-C
 * (rulings §9.1). Throws what the work throws, `StartupError` and `EnvError`.
 */
export async function withCore<T>(work: (on: Work) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, env, signal) => {
    const open = surroundings().openDatabase ?? openDatabase;
    const db = open({ url, name: 'goal (command line)', sizes: { work: 3, pages: 2, ingest: 4 } });
    try {
      const events = await openEventServices(db, { streams: env.streams, log: env.signedLog, zones: env.zoneTable });
      try {
        // Deleted sites and accounts are left for a server to reclaim.
        const settings: Settings = {
          retentionGraceDays: env.retentionGraceDays,
          databaseKind: env.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL',
          redisUrl: env.redisUrl,
        };
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

/** Runs work that needs only the database, started and migrated. */
export function withDatabase<T>(work: DatabaseWork<Prepared, T>): Promise<T> {
  return runWith(prepareDatabase, work);
}

/** Runs work on the database as it is, without migrating it. */
export function withReachedDatabase<T>(work: DatabaseWork<Reached, T>): Promise<T> {
  return runWith(reachDatabase, work);
}

type DatabaseWork<Found, T> = (found: Found, env: Env, signal: AbortSignal) => Promise<T>;

/** Throws a `Refusal` if the database goes away or stops answering during the work. */
async function runWith<Found extends Reached, T>(
  find: (options: Parameters<typeof prepareDatabase>[0]) => Promise<Found>,
  work: DatabaseWork<Found, T>,
): Promise<T> {
  const env = readEnv(surroundings().env);
  const signal = stopSignal();
  const { databaseUrl, dataDir } = env;
  const found = await find({ databaseUrl, dataDir, log: tell, signal }).catch((error: unknown) => {
    refuseWhenStopped(signal);
    throw error;
  });
  try {
    refuseWhenStopped(signal);
    return await work(found, env, signal);
  } catch (error) {
    // An error that is a sentence already may have an unavailable database as its cause.
    if (isSentence(error) || !isUnavailable(error)) throw error;
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new Refusal(`The database stopped answering (${why}): check it, then run the command again.`, {
      cause: error,
    });
  } finally {
    await found.release();
  }
}

/** Throws a `Refusal` once the user has asked to stop. */
export function refuseWhenStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new Refusal('Stopped before the end: run the command again.');
}

/** Aborts when the user asks to stop. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) surroundings().once(name, () => stop.abort());
  return stop.signal;
}
