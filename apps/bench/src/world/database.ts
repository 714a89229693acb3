import { createDatabaseLine, prepareDatabase, startEmbedded, StartupError } from '@goal/db';
import pg from 'pg';

/** Held while a run uses the folder: two runs at once would measure each other. */
const runKey = 0x62656e63;

/** `urls` in the order of the names. */
export type BenchDatabases = { urls: string[]; close: () => Promise<void> };

/**
 * Fresh, migrated databases of these names in one embedded PostgreSQL with the service's own settings. Throws `StartupError` when another run is
 * under way in the folder.
 */
export async function freshDatabases(dataDir: string, names: readonly string[]): Promise<BenchDatabases> {
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
    const urls: string[] = [];
    for (const name of names) {
      await session.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      await session.query(createDatabaseLine(name, found.version));
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      await prepareDatabase({ databaseUrl: url.href, dataDir });
      urls.push(url.href);
    }
    return { urls, close };
  } catch (error) {
    await close();
    throw error;
  }
}
