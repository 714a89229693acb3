import type pg from 'pg';

import { parseDatabaseUrl, connect } from '../prepare/server.ts';
import { StartupError } from '../startup-error.ts';
import { brokenConditions, distributedTables, distributionColumn } from './conditions.ts';
import { hasCitus, setWorkers, shardCount } from './workers.ts';

/** The shards of a table, unless the operator asks for another number. */
export const defaultShards = 32;
/** The most shards that the command accepts. */
export const shardsMax = 1024;

/**
 * The statements that distribute the tables over `shards` parts each, to be run on a coordinator of
 * Citus. All rows of an account are on one machine, so that each statement of an account runs on
 * that machine alone.
 */
export function distributionStatements(shards: number): readonly string[] {
  return distributedTables.map((table, place) => {
    const how =
      place === 0 ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => '${distributedTables[0]}'`;
    return `SELECT create_distributed_table('${table}', '${distributionColumn}', ${how});`;
  });
}

export type DistributeOptions = {
  /** Only checks the catalog, on any PostgreSQL. */
  isDryRun: boolean;
  /** 1 to `shardsMax`. Undefined: what there is, or `defaultShards`. */
  shards?: number | undefined;
};

/** `set`: the workers that got settings. */
export type Distributed = { statements: readonly string[]; set: readonly string[] };

/**
 * Gives the service's role its settings on each worker, and distributes the tables of a migrated
 * database in one transaction. Skips what was done already, so that it serves for a worker that was
 * added later too. Returns what it did. With `isDryRun` it changes nothing and returns all
 * statements; it then checks the tables only if there are any.
 * @throws StartupError if Citus would refuse a table; if the database has no Citus, no worker or
 * another number of shards; if a worker is away or refuses its settings; if a table is not empty.
 */
export async function distribute(url: string, { isDryRun, shards }: DistributeOptions): Promise<Distributed> {
  const client = await connect(parseDatabaseUrl(url));
  try {
    const isMigrated =
      (await client.query(`select where to_regclass('_prisma_migrations') is not null`)).rowCount === 1;
    const broken = isDryRun && !isMigrated ? [] : await brokenConditions(client);
    if (broken.length > 0) throw new StartupError(`The tables cannot be distributed:\n${broken.join('\n')}`);
    if (isDryRun) return { statements: distributionStatements(shards ?? defaultShards), set: [] };
    if (!(await hasCitus(client)))
      throw new StartupError(
        'This database has no Citus: distribute on a coordinator of Citus, in a database where CREATE EXTENSION citus was run (docs/scale.md). --dry-run shows the statements.',
      );
    const there = await shardCount(client);
    if (shards !== undefined && there !== 0 && there !== shards)
      throw new StartupError(
        `The tables are distributed over ${there} shards already: leave --shards out, or restore a backup into a database of its own.`,
      );
    const set = await setWorkers(client);
    return { statements: await distributeTables(client, shards ?? (there === 0 ? defaultShards : there)), set };
  } finally {
    await client.end();
  }
}

/** Distributes those tables that are not distributed yet, in one transaction. */
async function distributeTables(client: pg.Client, shards: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h'`,
  );
  const done = new Set(rows.map(({ name }) => name));
  const statements = distributionStatements(shards);
  const left = distributedTables.flatMap((table, place) =>
    done.has(table) ? [] : [{ table, statement: statements[place] ?? '' }],
  );
  if (left.length === 0) return [];
  await client.query('begin');
  for (const { table } of left) {
    await client.query(`lock table "${table}" in access exclusive mode`);
    if ((await client.query(`select from "${table}" limit 1`)).rowCount !== 0)
      throw new StartupError(
        `The table "${table}" is not empty: distribute an empty database and restore into it, as docs/scale.md says.`,
      );
  }
  for (const { statement } of left) await client.query(statement);
  await client.query('commit');
  return left.map(({ statement }) => statement);
}
