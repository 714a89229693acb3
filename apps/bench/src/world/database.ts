import { createDatabaseLine, prepareDatabase, startEmbedded, StartupError } from '@goal/db';
import pg from 'pg';

/** Held while a run uses the folder: two runs at once would measure each other. */
const runKey = 0x62656e63;

export type BenchDatabase = { url: string; close: () => Promise<void> };

/**
 * A fresh, migrated database of this name in an embedded PostgreSQL with the service's own settings. Throws `StartupError` when another run is
 * under way in the folder.
 */
export async function freshDatabase(dataDir: string, name: string): Promise<BenchDatabase> {
  const server = await startEmbedded({ dataDir });
  const session = new pg.Client({ connectionString: server.url, query_timeout: 60_000 });
  const close = async (): Promise<void> => {
    await session.end();
    await server.release();
  };
  await session.connect();
  try {
    const { rows } = await session.query<{ alone: boolean; version: number }>(
      `SELECT pg_try_advisory_lock($1) AS alone, current_setting('server_version_num')::int AS version`,
      [runKey],
    );
    const [found] = rows;
    if (found?.alone !== true) throw new StartupError(`Another run is under way in ${dataDir}: wait for its end.`);
    await session.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    await session.query(createDatabaseLine(name, found.version));
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    await prepareDatabase({ databaseUrl: url.href, dataDir });
    return { url: url.href, close };
  } catch (error) {
    await close();
    throw error;
  }
}
