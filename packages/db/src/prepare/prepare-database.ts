import type { Database } from '../database.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { isUnavailable } from '../faults.ts';
import { migrationNames } from '../migrate/files.ts';
import { readHistory } from '../migrate/history.ts';
import { migrate } from '../migrate/migrate.ts';
import { codeOf, StartupError } from '../startup-error.ts';
import { checkConnections, checkDatabase, checkSessionSettings, embeddedConnections } from './checks.ts';
import { connect, parseDatabaseUrl, type Target } from './server.ts';

export type PrepareOptions = {
  /** DATABASE_URL; without it the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log?: (message: string) => void;
  /**
   * Processes of the service that will work on the database. Several need a server that has a
   * connection for each of their pools.
   */
  instances?: number;
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
 * Makes the database ready for this program: starts the embedded one unless there is a
 * DATABASE_URL, checks it and migrates it.
 * Throws `StartupError` for every cause that the operator can fix.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<Prepared> {
  const reached = await reachDatabase(options);
  try {
    const applied = await explained(reached.url, async (target) => {
      const { applied: all } = await migrate(target.url);
      await checkSessionSettings(target);
      return all;
    });
    return { ...reached, applied };
  } catch (error) {
    await reached.release();
    throw error;
  }
}

/**
 * Connects to the database without migrating it: starts the embedded one if needed, and checks it.
 * Throws `StartupError` for every cause that the operator can fix.
 */
export async function reachDatabase({
  databaseUrl,
  dataDir,
  log,
  instances = 1,
}: PrepareOptions): Promise<Omit<Prepared, 'applied'>> {
  const settings = instances === 1 ? {} : { settings: { max_connections: String(embeddedConnections(instances)) } };
  const reached =
    databaseUrl === undefined || databaseUrl === ''
      ? { ...(await startEmbedded({ dataDir, ...(log ? { log } : {}), ...settings })), embedded: true }
      : { url: databaseUrl, embedded: false, release: async () => {} };
  try {
    await explained(reached.url, async (target) => {
      const client = await connect(target);
      try {
        await checkDatabase(client, target);
        if (instances > 1) await checkConnections(client, target, { instances, embedded: reached.embedded });
      } finally {
        await client.end();
      }
    });
    return reached;
  } catch (error) {
    await reached.release();
    throw error;
  }
}

/** Runs `work`; turns connection and permission errors into `StartupError`. */
async function explained<T>(url: string, work: (target: Target) => Promise<T>): Promise<T> {
  const target = parseDatabaseUrl(url);
  try {
    return await work(target);
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

/**
 * True while the database answers and has every migration of this program: for a readiness check.
 * Never fails; answers within 5 s.
 */
export async function isReady(db: Pick<Database, 'work'>): Promise<boolean> {
  try {
    const { pending } = await readHistory(db.work, migrationNames());
    return pending.length === 0;
  } catch {
    return false;
  }
}
