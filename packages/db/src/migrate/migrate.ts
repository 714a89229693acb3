import pg from 'pg';

import { serverName } from '../database.ts';
import { StartupError } from '../startup-error.ts';
import { checksumOf, migrationNames, migrationText } from './files.ts';
import { readHistory, refuseForeignHistory, type History } from './history.ts';
import { connectToMigrate, lockOutPrisma, withMigrationLock, type Waiting } from './lock.ts';
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
  const names = migrationNames(folder).filter((name) => upTo === undefined || name <= upTo);
  const history = await judgeHistory(client, folder);
  tellChanged(history, waiting, folder);
  if (!names.some((name) => history.pending.includes(name))) return { applied: [] };
  if (history.pending.length < migrationNames(folder).length) await refuseBesideServers(client);
  await lockOutPrisma(client, waiting);
  // Prisma's command line may have worked while this start waited for its lock.
  const { pending, interrupted } = await judgeHistory(client, folder);
  const wanted = names.filter((name) => pending.includes(name));
  const session = await connectToMigrate(url);
  const watch = await watchMigration(client, session, waiting);
  try {
    await prepareTable(session, interrupted);
    for (const name of wanted) {
      waiting.signal?.throwIfAborted();
      await applyOne(session, name, folder);
    }
    return { applied: wanted };
  } catch (error) {
    waiting.signal?.throwIfAborted();
    throw error;
  } finally {
    await watch.stop();
    await session.end();
  }
}

async function judgeHistory(client: pg.Client, folder: string | undefined): Promise<History> {
  const history = await readHistory(client, migrationNames(folder));
  refuseForeignHistory(history);
  return history;
}

/** A difference of line ends alone is none. */
function tellChanged({ checksums }: History, { tell }: Waiting, folder: string | undefined): void {
  for (const [name, checksum] of checksums) {
    const text = migrationText(name, folder);
    const lines = text.replaceAll('\r\n', '\n');
    if ([text, lines, lines.replaceAll('\n', '\r\n')].map(checksumOf).includes(checksum)) continue;
    tell?.(`The migration ${name} was changed after it ran on this database, which keeps what it made then.`);
  }
}

/** A running older version would change rows that a migration has derived data from. */
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

/** Makes the table that Prisma's command line reads, and notes there what was rolled back. */
async function prepareTable(session: pg.Client, interrupted: string[]): Promise<void> {
  const { rows } = await session.query<{ found: boolean; filled: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found, EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = current_schema() AND relkind IN ('r', 'p')
         AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ) AS filled`,
  );
  if (rows[0]?.found !== true) {
    if (rows[0]?.filled === true) {
      throw new StartupError(
        'The database is not empty and not of this program: set DATABASE_URL to an empty database.',
      );
    }
    await session.query(
      `CREATE TABLE "_prisma_migrations" (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
         migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
         started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`,
    );
  }
  await session.query(
    `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = ANY($1) AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [interrupted],
  );
}

/** Applies a migration and notes it, in one transaction: one that ends early did nothing. */
async function applyOne(session: pg.Client, name: string, folder: string | undefined): Promise<void> {
  const text = migrationText(name, folder);
  try {
    await session.query('BEGIN');
    await session.query(text);
    await session.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
      [checksumOf(text), name],
    );
    await session.query('COMMIT');
  } catch (error) {
    // Others are about the server, which is away or was shut down.
    if (!(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')) throw error;
    throw new StartupError(
      `The migration ${name} failed and was undone (${error.severity}: ${error.message}): put that right, and start again.`,
      { cause: error },
    );
  }
}
