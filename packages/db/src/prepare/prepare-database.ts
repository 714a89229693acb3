import type { Database } from '../database.ts';
import { readRisks } from '../durability.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { isDenied, isUnavailable } from '../faults.ts';
import { migrationNames } from '../migrate/files.ts';
import { readHistory } from '../migrate/history.ts';
import { migrate } from '../migrate/migrate.ts';
import { schemaOf } from '../primary.ts';
import { StartupError } from '../startup-error.ts';
import { checkDatabase } from './checks.ts';
import { findSchema } from './find-schema.ts';
import { refuseSharedSessions } from './own-sessions.ts';
import { countOthers, embeddedConnections, fitPools, readRoom, type Room } from './room.ts';
import { connect, parseDatabaseUrl, type Target } from './server.ts';

export type PrepareOptions = {
  /** DATABASE_URL; without it the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Hears what happens; with `warn` what an operator should know, as why a migration waits. */
  log?: (message: string, level?: 'warn') => void;
  /** Processes that will serve on the database, and whose pools are fitted to the server. */
  instances?: number;
  /** Ends what waits. Its reason is thrown. */
  signal?: AbortSignal | undefined;
};

export type Prepared = {
  /** For `openDatabase`. Holds the password. */
  url: string;
  embedded: boolean;
  /** Migrations that this start applied. */
  applied: string[];
  /** Sentences about settings that may lose acknowledged changes (durability.ts). */
  risks: string[];
  /** The connections of all pools of a process that serves, for `openDatabase`. */
  connections: number | undefined;
  /** A sentence where these are not all that they would take. */
  fewConnections: string | undefined;
  room: Room | undefined;
  /** To be called when the database is closed; may stop the embedded PostgreSQL. Never fails. */
  release: () => Promise<void>;
};

/** A database that was reached and not migrated. */
export type Reached = Omit<Prepared, 'applied' | 'risks' | 'connections' | 'fewConnections'>;

/**
 * Makes the database ready for this program: starts the embedded one unless there is a
 * DATABASE_URL, judges the connection before anything is changed or locked, and migrates it.
 * Throws `StartupError` for every cause that the operator can fix.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<Prepared> {
  const reached = await reachDatabase(options);
  const { log, signal } = options;
  const tell = (sentence: string): void => log?.(sentence, 'warn');
  try {
    return await explainedStart(reached.url, async (target) => {
      const { applied } = await migrate(target.url, { tell, signal });
      return await withClient(target, async (client) => {
        const risks = await readRisks(client);
        const fit = reached.room && fitPools(reached.room, target, await countOthers(client));
        return { ...reached, applied, risks, connections: fit?.connections, fewConnections: fit?.told };
      });
    });
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
  instances,
  signal,
}: PrepareOptions): Promise<Reached> {
  const settings = { max_connections: String(embeddedConnections(instances ?? 1)) };
  const embedded = databaseUrl === undefined || databaseUrl === '';
  const reached = embedded
    ? { ...(await startEmbedded({ dataDir, ...(log ? { log } : {}), settings })), embedded }
    : { url: databaseUrl, embedded, release: async () => {} };
  try {
    const judged = explainedStart(reached.url, async (target) => {
      if (!embedded) await judgeSessions(target);
      return await withClient(target, async (client) => {
        await checkDatabase(client, target);
        const room = instances === undefined ? undefined : await readRoom(client, target, instances);
        if (room !== undefined) fitPools(room, target);
        return { room, url: embedded ? target.url : inSchema(target.url, await findSchema(client, target)) };
      });
    });
    // Nothing is locked or changed yet, so that a stop need not wait for a server that hangs.
    return { ...reached, ...(await orStopped(judged, embedded ? undefined : signal)) };
  } catch (error) {
    await reached.release();
    throw error;
  }
}

/** The address with the schema, unless it works there already. */
function inSchema(url: string, schema: string): string {
  if (schemaOf(url) === schema) return url;
  return `${url}${url.includes('?') ? '&' : '?'}schema=${encodeURIComponent(schema)}`;
}

async function judgeSessions(target: Target): Promise<void> {
  const first = await connect(target, { isBare: true });
  try {
    const second = await connect(target, { isBare: true });
    try {
      await refuseSharedSessions(first, second, target);
    } finally {
      await second.end().catch(() => {});
    }
  } finally {
    await first.end().catch(() => {});
  }
}

async function withClient<T>(
  target: Target,
  work: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>,
): Promise<T> {
  const client = await connect(target);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Throws the signal's reason if that comes first; the work then ends unheard. */
async function orStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  work.catch(() => {});
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error); // what `throwIfAborted` would throw
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Runs a part of a start; turns what an operator can mend into `StartupError`. */
export async function explainedStart<T>(url: string, work: (target: Target) => Promise<T>): Promise<T> {
  const target = parseDatabaseUrl(url);
  try {
    return await work(target);
  } catch (error) {
    throw explain(error, target);
  }
}

function explain(error: unknown, { url, server, user, database }: Target): unknown {
  if (error instanceof StartupError) return error;
  if (isDenied(error)) {
    const schema = schemaOf(url);
    const cure =
      schema === 'public'
        ? `make it the owner with ALTER DATABASE "${database}" OWNER TO "${user}"`
        : `make it the owner with ALTER SCHEMA "${schema}" OWNER TO "${user}"`;
    return new StartupError(
      `The user "${user}" may not make tables in the database "${database}" at ${server}: ${cure}.`,
      { cause: error },
    );
  }
  if (!isUnavailable(error)) return error;
  return new StartupError(`The PostgreSQL server at ${server} went away during the start: try again when it is up.`, {
    cause: error,
  });
}

/** For a readiness check: the database answers and is migrated. Never fails; takes 5 s at most. */
export async function isReady(db: Pick<Database, 'work'>): Promise<boolean> {
  try {
    const { pending } = await readHistory(db.work, migrationNames());
    return pending.length === 0;
  } catch {
    return false;
  }
}
