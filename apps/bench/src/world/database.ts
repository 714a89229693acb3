import { createDatabaseLine, prepareDatabase, startEmbedded, StartupError } from '@goal/db';
import pg from 'pg';

/** The advisory lock of a run: two runs at once would disturb each other. */
const runLockId = 0x62656e63;

/** One embedded PostgreSQL with the service's own settings, and its databases. */
export type BenchServer = {
  /** Its version, such as `18.4`. */
  version: string;
  urlOf: (name: string) => string;
  /** Makes a migrated database of that name, replacing an existing one, and returns its URL. */
  fresh: (name: string) => Promise<string>;
  /** Makes a copy of a database that nobody is connected to, replacing an existing one. */
  copy: (from: string, name: string) => Promise<string>;
  /** Returns the comment of a database; undefined if it has none or does not exist. */
  commentOf: (name: string) => Promise<string | undefined>;
  comment: (name: string, text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Starts the server. Throws `StartupError` if another run uses the folder. */
export async function openBenchServer(dataDir: string): Promise<BenchServer> {
  const server = await startEmbedded({ dataDir, attributes: 'CREATEDB' });
  // Copying a large database takes a while.
  const session = new pg.Client({ connectionString: server.url, query_timeout: 3_600_000 });
  const close = async (): Promise<void> => {
    await session.end();
    await server.release();
  };
  const urlOf = (name: string): string => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const drop = (name: string) => session.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await session.connect();
  try {
    const { rows } = await session.query<{ alone: boolean; number: number; version: string }>(
      `SELECT pg_try_advisory_lock($1::bigint) AS alone, current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
      [runLockId],
    );
    const [found] = rows;
    if (found?.alone !== true) throw new StartupError(`Another run is using ${dataDir}: wait until it has ended.`);
    return {
      version: found.version,
      urlOf,
      async fresh(name) {
        await drop(name);
        await session.query(createDatabaseLine(name, found.number));
        await prepareDatabase({ databaseUrl: urlOf(name), dataDir });
        return urlOf(name);
      },
      async copy(from, name) {
        await drop(name);
        await session.query(`CREATE DATABASE "${name}" TEMPLATE "${from}" STRATEGY FILE_COPY`);
        return urlOf(name);
      },
      async commentOf(name) {
        const { rows: known } = await session.query<{ text: string | null }>(
          `SELECT shobj_description(oid, 'pg_database') AS text FROM pg_database WHERE datname = $1`,
          [name],
        );
        return known[0]?.text ?? undefined;
      },
      async comment(name, text) {
        await session.query(`COMMENT ON DATABASE "${name}" IS ${session.escapeLiteral(text)}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
