import type pg from 'pg';

import { serverName } from '../database.ts';
import { codeOf, StartupError } from '../startup-error.ts';
import { everything, withEngine } from './engine.ts';
import { migrationList, migrationNames } from './files.ts';
import { readHistory, refuseForeignHistory } from './history.ts';
import { withMigrationLock, type Waiting } from './lock.ts';
import { watchMigration } from './watch.ts';

/** Another folder of migrations, for tests; and the last migration to apply, if not the newest. */
export type MigrateOptions = Waiting & { folder?: string | undefined; upTo?: string | undefined };

/**
 * Applies this program's pending migrations, each in one transaction. Several instances may call it
 * at once.
 * @throws StartupError if the database is newer than this program, belongs to another program or is
 * served by older processes, or if a migration fails.
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  return withMigrationLock(url, (client) => applyPending(url, client, options), options);
}

/** Applies pending migrations. `client` is the session that holds the lock. */
export async function applyPending(
  url: string,
  client: pg.Client,
  { folder, upTo, ...waiting }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const history = await readHistory(client, migrationNames(folder));
  refuseForeignHistory(history);
  const wanted = history.pending.filter((name) => upTo === undefined || name <= upTo);
  if (wanted.length === 0) return { applied: [] };
  if (history.pending.length < migrationNames(folder).length) await refuseBesideServers(client);
  return { applied: await apply(url, client, { interrupted: history.interrupted, folder, upTo, ...waiting }) };
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

function apply(
  url: string,
  client: pg.Client,
  { interrupted, folder, upTo, ...waiting }: MigrateOptions & { interrupted: string[] },
): Promise<string[]> {
  return withEngine(url, async (engine, session) => {
    const watch = watchMigration(client, session, waiting);
    try {
      for (const migrationName of interrupted) await engine.markMigrationRolledBack({ migrationName });
      const done = await engine.applyMigrations({ migrationsList: migrationList(folder, upTo), filters: everything });
      return done.appliedMigrationNames;
    } catch (error) {
      const cause = session.failure();
      // The migration is one transaction, so it was rolled back. Once the cause is removed, the
      // next start may try it again.
      for (const migrationName of await failedNow(client))
        await engine.markMigrationRolledBack({ migrationName }).catch(() => {});
      waiting.signal?.throwIfAborted();
      throw explain(error, cause);
    } finally {
      await watch.stop();
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

/** `cause` is what the database said: the engine repeats it in words alone. */
function explain(error: unknown, cause: unknown): unknown {
  if (codeOf(error) === 'P3005') {
    return new StartupError(
      'The database is not empty and not of this program: set DATABASE_URL to an empty database.',
      { cause: error },
    );
  }
  // The engine waits for ten seconds. Our own starts wait for ours before.
  if (codeOf(error) === 'P1002') {
    return new StartupError(
      "Another session holds the lock of Prisma's own commands, which migrations take: end that command or session, then start again.",
      { cause: error },
    );
  }
  const words = error instanceof Error ? error.message : '';
  const name = /apply_script\s+with migration_name="([^"]+)"/.exec(words)?.[1];
  if (!name) return cause === undefined ? error : new Error(words, { cause });
  const reason = /Error querying the database: (.*)/.exec(words)?.[1] ?? 'see its log';
  return new StartupError(`The migration ${name} failed and was undone (${reason}): put that right, and start again.`, {
    cause: error,
  });
}
