import { StartupError } from '../startup-error.ts';
import { createDatabaseLine } from './create-database-line.ts';
import type { Target } from './server.ts';

/** The server of the checks: a client, or in tests the answers of one that is not at hand. */
export type Server = { query<Row extends object>(text: string): Promise<{ rows: Row[] }> };

/**
 * Refuses a database that cannot be written, or that would store or find text wrongly.
 * @throws StartupError below PostgreSQL 15, on a standby, where triggers rest, for an encoding
 * other than UTF-8, and if `lower` does not change «Ä».
 */
export async function checkDatabase(db: Server, target: Target): Promise<void> {
  const { rows } = await db.query<{
    version: number;
    name: string;
    encoding: string;
    standby: boolean;
    withoutTriggers: boolean;
  }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
       getdatabaseencoding() AS encoding, pg_is_in_recovery() AS standby,
       current_setting('session_replication_role') = 'replica' AS "withoutTriggers"`,
  );
  const [facts] = rows;
  if (!facts) throw new StartupError(`The PostgreSQL server at ${target.server} does not answer as one.`);
  if (facts.version < 150_000) {
    throw new StartupError(
      `The PostgreSQL server at ${target.server} is ${facts.name}, and 15 is the oldest that serves: upgrade it, or set DATABASE_URL to another.`,
    );
  }
  if (facts.standby)
    throw new StartupError(
      `The PostgreSQL server at ${target.server} is a standby and takes no writes: set DATABASE_URL to its primary.`,
    );
  // Only a superuser may set it. Keys would be revoked unheard, and foreign keys would not hold.
  if (facts.withoutTriggers)
    throw new StartupError(
      `The sessions of the user "${target.user}" at ${target.server} have session_replication_role = replica, so that no trigger and no foreign key works: as a superuser run ALTER ROLE "${target.user}" RESET session_replication_role, or take it from where it is set.`,
    );
  if (facts.encoding !== 'UTF8')
    throw refuse(`is encoded in ${facts.encoding}, and the service needs UTF-8`, facts.version, target);
  // By code points, so that the statement itself is plain ASCII: 196 is Ä, 228 is ä.
  const lower = await db.query<{ works: boolean }>('SELECT lower(chr(196)) = chr(228) AS works');
  if (!lower.rows[0]?.works)
    throw refuse('has a locale that lower-cases ASCII only, so that a search would miss «Ä»', facts.version, target);
}

function refuse(what: string, version: number, { server, database }: Target): StartupError {
  return new StartupError(
    `The database "${database}" at ${server} ${what}: make another one with ${createDatabaseLine(`${database}_utf8`, version)}; and set DATABASE_URL to it.`,
  );
}
