import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { Client } from '../client.ts';
import type { Queryable } from '../rows.ts';
import { StartupError } from '../startup-error.ts';

/** An advisory lock that a start waits for. */
type Lock = { key: number; what: string };
/** The lock of the one instance that migrates. */
const ownLock: Lock = { key: 0x676f616d, what: 'the lock of migrations' };
/** The lock of Prisma's command line. */
const prismaLock: Lock = { key: 72707369, what: "the lock of Prisma's own commands" };
const waitMs = 120_000;
const askEveryMs = 200;
/** How long something may be waited for in silence. */
export const silenceMs = 1000;

/** `tell` hears what an operator should know, as a long wait; `signal` ends it with its reason. */
export type Waiting = { tell?: ((sentence: string) => void) | undefined; signal?: AbortSignal | undefined };

/** The sessions that migrate. */
const migrationsName = 'goal (migrations)';

/** Opens a session without a limit of time. */
export async function connectToMigrate(url: string): Promise<pg.Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: migrationsName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  await client.connect();
  return client;
}

/**
 * Runs `work` while nobody else migrates the database, so that no server starts on it. Others wait
 * for up to two minutes, and are told for whom.
 * @throws StartupError that names who has had the lock for two minutes.
 */
export async function withMigrationLock<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  const client = await connectToMigrate(url);
  try {
    await take(client, ownLock, waiting);
    return await work(client);
  } finally {
    // The end of the session does it too, unless a pooler keeps the session.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => {});
    await client.end();
  }
}

/**
 * Takes the lock of Prisma's own commands too, in the session of `withMigrationLock`.
 * @throws StartupError that names who has had it for two minutes.
 */
export const lockOutPrisma = (client: pg.Client, waiting: Waiting): Promise<void> => take(client, prismaLock, waiting);

/** Asks again and again: who stood in the lock's own queue could neither say so nor leave it. */
async function take(client: pg.Client, { key, what }: Lock, { tell, signal }: Waiting): Promise<void> {
  const begunAt = performance.now();
  let isTold = false;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS mine', [key]);
    if (rows[0]?.mine === true) return;
    const waitedMs = performance.now() - begunAt;
    if (waitedMs >= waitMs) {
      const holder = await holderOf(client, key);
      throw new StartupError(
        `${shown(holder)} has held ${what} for two minutes: if it migrates, start again when it is done; otherwise end it${holder === undefined ? '' : ` with SELECT pg_terminate_backend(${holder.pid})`}.`,
      );
    }
    if (!isTold && waitedMs >= silenceMs) {
      isTold = true;
      tell?.(`Waiting for ${what}, which ${shown(await holderOf(client, key), false)} holds.`);
    }
    await sleep(askEveryMs, undefined, { signal });
  }
}

/** A session that others wait for. What it is called and since when is hidden from some users. */
export type Holder = { pid: number; name: string | null; since: Date | null };

/** A session in words: what it is called, its number, and since when it is there. */
export function shown(holder: Holder | undefined, isFirst = true): string {
  const the = isFirst ? 'The' : 'the';
  if (holder === undefined) return `${isFirst ? 'A' : 'a'} session that is not shown`;
  const { pid, name, since } = holder;
  const what = name === null || name === '' ? '' : ` of "${name.slice(0, 100)}"`;
  return `${the} session ${pid}${what}${since === null ? '' : `, there since ${since.toISOString()},`}`;
}

async function holderOf(db: Queryable, key: number): Promise<Holder | undefined> {
  const { rows } = await db.query<Holder>(
    `SELECT l.pid, application_name AS name, backend_start AS since FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
     WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = $1::bigint >> 32 AND objid::bigint = $1::bigint & 4294967295 AND objsubid = 1 LIMIT 1`,
    [key],
  );
  return rows[0];
}
