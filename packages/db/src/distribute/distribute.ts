import { parseDatabaseUrl, connect } from '../prepare/server.ts';
import { StartupError } from '../startup-error.ts';
import { brokenConditions, distributedTables, distributionColumn } from './conditions.ts';

/**
 * The statements that distribute the tables, to be run on a coordinator of Citus. All rows of an
 * account are on one machine, so that each statement of an account runs on that machine alone.
 */
export const distributionStatements: readonly string[] = distributedTables.map(
  (table, place) =>
    `SELECT create_distributed_table('${table}', '${distributionColumn}', colocate_with => '${place === 0 ? 'none' : distributedTables[0]}');`,
);

/**
 * Distributes the tables of a migrated database in one transaction, and skips those that are
 * distributed already. Returns the statements that it ran. With `isDryRun` it only checks the
 * catalog, on any PostgreSQL, and returns all statements.
 * @throws StartupError if Citus would refuse a table, if the database has no Citus, or if a table
 * is not empty.
 */
export async function distribute(url: string, { isDryRun }: { isDryRun: boolean }): Promise<readonly string[]> {
  const client = await connect(parseDatabaseUrl(url));
  try {
    const broken = await brokenConditions(client);
    if (broken.length > 0) throw new StartupError(`The tables cannot be distributed:\n${broken.join('\n')}`);
    if (isDryRun) return distributionStatements;
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
    if (rowCount === 0)
      throw new StartupError(
        'This database has no Citus: distribute on a coordinator of Citus, in a database where CREATE EXTENSION citus was run (docs/scale.md). --dry-run shows the statements.',
      );
    const { rows } = await client.query<{ name: string }>(
      `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h'`,
    );
    const done = new Set(rows.map(({ name }) => name));
    const left = distributedTables.flatMap((table, place) =>
      done.has(table) ? [] : [{ table, statement: distributionStatements[place] ?? '' }],
    );
    await client.query('begin');
    for (const { table } of left) {
      await client.query(`lock table "${table}" in access exclusive mode`);
      if ((await client.query(`select from "${table}" limit 1`)).rowCount !== 0)
        throw new StartupError(
          `The table "${table}" is not empty: distribute an empty database and restore into it, or move the rows as docs/scale.md says.`,
        );
    }
    for (const { statement } of left) await client.query(statement);
    await client.query('commit');
    return left.map(({ statement }) => statement);
  } finally {
    await client.end();
  }
}
