import type { Database } from '../database.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { isUnavailable } from '../faults.ts';
import { migrationNames } from '../migrate/files.ts';
import { readHistory } from '../migrate/history.ts';
import { migrate } from '../migrate/migrate.ts';
import { codeOf, StartupError } from '../startup-error.ts';
import { checkDatabase, checkSessionSettings } from './checks.ts';
import { connect, parseDatabaseUrl, type Target } from './server.ts';

export type PrepareOptions = {
  /** DATABASE_URL; without it the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log?: (message: string) => void;
};

export type Prepared = {
  /** For `openDatabase`. Holds the password. */
  url: string;
  embedded: boolean;
  /** Migrations that this start applied. */
  applied: string[];
  /** To be called when the database is closed; may stop the embedded PostgreSQL. Never fails. */
  release: () => Promise<void>;
};

/**
 * Makes the database ready for this program: starts the embedded one unless there is a DATABASE_URL, checks it and migrates it.
 * @throws StartupError for everything that a person can put right.
 */
export async function prepareDatabase({ databaseUrl, dataDir, log }: PrepareOptions): Promise<Prepared> {
  if (databaseUrl) {
    const target = parseDatabaseUrl(databaseUrl);
    return { url: databaseUrl, embedded: false, applied: await ready(target), release: async () => {} };
  }
  const { url, release } = await startEmbedded({ dataDir, ...(log ? { log } : {}) });
  try {
    return { url, embedded: true, applied: await ready(parseDatabaseUrl(url)), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function ready(target: Target): Promise<string[]> {
  try {
    const client = await connect(target);
    try {
      await checkDatabase(client, target);
    } finally {
      await client.end();
    }
    const { applied } = await migrate(target.url);
    await checkSessionSettings(target);
    return applied;
  } catch (error) {
    throw explain(error, target);
  }
}

function explain(error: unknown, { server, user, database }: Target): unknown {
  if (error instanceof StartupError) return error;
  const denied = codeOf(error) === '42501' || (error instanceof Error && /permission denied/i.test(error.message));
  if (denied) {
    return new StartupError(
      `The user "${user}" may not make tables in the database "${database}" at ${server}: make it the owner with ALTER DATABASE "${database}" OWNER TO "${user}".`,
      { cause: error },
    );
  }
  if (!isUnavailable(error)) return error;
  return new StartupError(`The PostgreSQL server at ${server} went away during the start: try again when it is up.`, {
    cause: error,
  });
}

/** True while the database answers and has every migration of this program: for a readiness check. Never fails; answers within 5 s. */
export async function isReady(db: Pick<Database, 'work'>): Promise<boolean> {
  try {
    const { pending } = await readHistory(db.work, migrationNames());
    return pending.length === 0;
  } catch {
    return false;
  }
}
