import type pg from 'pg';

import { Client } from '../client.ts';
import { serverName } from '../database.ts';
import { codeOf, StartupError } from '../startup-error.ts';
import { everything, withEngine } from './engine.ts';
import { migrationList, migrationNames } from './files.ts';
import { readHistory, refuseForeignHistory } from './history.ts';

/**
 * The key of the advisory lock of the one instance that migrates. With the engine's own lock the
 * others would fail instead of waiting.
 */
const migrateKey = 0x676f616d;
const waitMs = 120_000;

/** Another folder of migrations, for tests; and the last migration to apply, if not the newest. */
export type MigrateOptions = { folder?: string | undefined; upTo?: string | undefined };

/**
 * Applies this program's pending migrations, each in one transaction. Several instances may call it
 * at once.
 * @throws StartupError if the database is newer than this program, belongs to another program or is
 * served by older processes, or if a migration fails.
 */
export function migrate(url: string, folder?: string): Promise<{ applied: string[] }> {
  return withMigrationLock(url, (client) => applyPending(url, client, { folder }));
}

/**
 * Runs `work` while nobody else migrates the database, so that no server starts on it. Others wait
 * for up to two minutes. The session has a time limit for locks and none for statements.
 */
export async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'goal (migrations)',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  await client.connect();
  try {
    await lock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Applies pending migrations. `client` is the session that holds the lock. */
export async function applyPending(
  url: string,
  client: pg.Client,
  { folder, upTo }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const history = await readHistory(client, migrationNames(folder));
  refuseForeignHistory(history);
  const wanted = history.pending.filter((name) => upTo === undefined || name <= upTo);
  if (wanted.length === 0) return { applied: [] };
  if (history.pending.length < migrationNames(folder).length) await refuseBesideServers(client);
  return { applied: await apply(url, client, { interrupted: history.interrupted, folder, upTo }) };
}

/**
 * A running server of an older version would write in its own way, and data that a migration
 * derived from the rows would never be right again.
 */
async function refuseBesideServers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [serverName],
  );
  if (rowCount === 0) return;
  throw new StartupError(
    'The database has to be upgraded, and a server of the version before still works on it: stop all of them, then start this one.',
  );
}

async function lock(client: pg.Client): Promise<void> {
  try {
    await client.query(`SET lock_timeout = ${waitMs}`);
    await client.query('SELECT pg_advisory_lock($1::bigint)', [migrateKey]);
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error;
    throw new StartupError(
      'Another instance has been migrating the database for two minutes: look at it, and start again when it is done.',
    );
  }
}

function apply(
  url: string,
  client: pg.Client,
  { interrupted, folder, upTo }: MigrateOptions & { interrupted: string[] },
): Promise<string[]> {
  return withEngine(url, async (engine) => {
    try {
      for (const migrationName of interrupted) await engine.markMigrationRolledBack({ migrationName });
      const done = await engine.applyMigrations({ migrationsList: migrationList(folder, upTo), filters: everything });
      return done.appliedMigrationNames;
    } catch (error) {
      // The migration is one transaction, so it was rolled back. Once the cause is removed, the
      // next start may try it again.
      for (const migrationName of await failedNow(client))
        await engine.markMigrationRolledBack({ migrationName }).catch(() => {});
      throw explain(error);
    }
  });
}

/**
 * The migrations that the engine has just recorded as failed; none if the connection is lost too.
 */
function failedNow(client: pg.Client): Promise<string[]> {
  return readHistory(client, []).then(
    ({ failed }) => failed,
    () => [],
  );
}

function explain(error: unknown): unknown {
  if (codeOf(error) === 'P3005') {
    return new StartupError(
      'The database is not empty and not of this program: set DATABASE_URL to an empty database.',
      { cause: error },
    );
  }
  const words = error instanceof Error ? error.message : '';
  const name = /apply_script\s+with migration_name="([^"]+)"/.exec(words)?.[1];
  if (!name) return error;
  const reason = /Error querying the database: (.*)/.exec(words)?.[1] ?? 'see its log';
  return new StartupError(`The migration ${name} failed and was undone (${reason}): put that right, and start again.`, {
    cause: error,
  });
}
