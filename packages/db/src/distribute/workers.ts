import type pg from 'pg';

import { sessionSettings } from '../session-settings.ts';
import { connect, parseDatabaseUrl } from '../prepare/server.ts';
import type { Queryable } from '../rows.ts';
import { StartupError } from '../startup-error.ts';
import { distributedTables } from './conditions.ts';

/** A worker of Citus, as its coordinator sees it. */
export type Worker = {
  /** Host and port. */
  name: string;
  /** Shards of events on it. */
  shards: number;
  /** Bytes of its database; null while it is away. */
  bytes: number | null;
  isAway: boolean;
  /** Settings that sessions of the service's role lack there. */
  lacks: string[];
};

/** The machines over which the events are distributed. */
export type Cluster = { shards: number; workers: Worker[] };

/** The parameters that do not concern planning, or that Citus itself has to decide. */
const ownOfCoordinator = new Set([
  'plan_cache_mode',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
]);

/**
 * The settings that the service's role needs on each worker. The settings of a pool's sessions do
 * not travel from the coordinator to the workers, and without them a worker chooses slow plans
 * without an error. The time limits stay on the coordinator, which cancels what runs on a worker.
 */
export const workerSettings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sessionSettings('pages')).filter(([name]) => !ownOfCoordinator.has(name)),
);

/** A worker that does not accept a connection within this time is away. */
const connectMs = 1500;

const names = Object.keys(workerSettings)
  .map((name) => `'${name}'`)
  .join(', ');
const question = `select json_build_object('bytes', pg_database_size(current_database()),
  'settings', (select json_object_agg(name, setting) from pg_settings where name in (${names})))`;

/**
 * Reads the state of the workers: asks the coordinator's catalog, and each worker itself. Returns
 * undefined in a database that is not distributed. A worker that cannot be reached within 1.5 s is
 * away.
 */
export async function readCluster(db: Queryable): Promise<Cluster | undefined> {
  if (!(await hasCitus(db))) return undefined;
  const { rows: workers } = await db.query<{ name: string; shards: number }>(
    `select n.nodename || ':' || n.nodeport as name, (select count(*)::int from pg_dist_placement p
         join pg_dist_shard s on s.shardid = p.shardid where p.groupid = n.groupid and s.logicalrelid = to_regclass($1)) as shards
     from pg_dist_node n where n.groupid > 0 and n.noderole::text = 'primary' order by n.nodeid`,
    [distributedTables[0]],
  );
  const shards = await shardCount(db);
  if (shards === 0) return undefined;
  const answers = await ask(db, question);
  return {
    shards,
    workers: workers.map((worker) => {
      const answer = answers.get(worker.name);
      if (answer?.success !== true) return { ...worker, bytes: null, isAway: true, lacks: [] };
      return { ...worker, isAway: false, ...factsOf(answer.result) };
    }),
  };
}

function factsOf(result: string): Pick<Worker, 'bytes' | 'lacks'> {
  // The answer to our own question.
  const { bytes, settings } = JSON.parse(result) as { bytes: number; settings: Record<string, string> };
  return { bytes, lacks: Object.keys(workerSettings).filter((name) => settings[name] !== workerSettings[name]) };
}

/** Whether the database is one of Citus, by its catalog. */
export async function hasCitus(db: Queryable): Promise<boolean> {
  return (await db.query(`select where to_regclass('pg_dist_node') is not null`)).rowCount !== 0;
}

/** The number of shards into which events are distributed; 0 before they are. */
export async function shardCount(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ shards: number }>(
    'select count(*)::int as shards from pg_dist_shard where logicalrelid = to_regclass($1)',
    [distributedTables[0]],
  );
  return rows[0]?.shards ?? 0;
}

type Answer = { success: boolean; result: string };

/** Runs a statement on every active worker. Returns each worker's answer by its name. */
async function ask(db: Queryable, statement: string): Promise<Map<string, Answer>> {
  const { rows } = await db.query<Answer & { name: string }>(
    `with limited as materialized (select set_config('citus.node_connection_timeout', $2, true))
     select nodename || ':' || nodeport as name, success, result from limited, run_command_on_workers($1)`,
    [statement, String(connectMs)],
  );
  return new Map(rows.map(({ name, ...answer }) => [name, answer]));
}

/**
 * Gives the service's role its settings on each worker that lacks one. Returns the names of the
 * workers that it changed. New sessions have the settings; those that Citus keeps open do not.
 * @throws StartupError if a worker is away or refuses, or if there is no worker.
 */
export async function setWorkers(client: pg.Client): Promise<string[]> {
  const changed: string[] = [];
  const answers = await ask(client, question);
  if (answers.size === 0)
    throw new StartupError(
      `This Citus has no worker that could take a shard: add one with SELECT citus_add_node('host', 5432); (docs/scale.md).`,
    );
  for (const [name, { success, result }] of answers)
    if (!success)
      throw new StartupError(`The worker ${name} is away (${oneLine(result)}): distribute when it is back.`);
  if ([...answers.values()].every(({ result }) => factsOf(result).lacks.length === 0)) return [];
  const set = Object.entries(workerSettings).map(
    ([name, value]) => `alter role current_user set ${name} = '${value}';`,
  );
  // In one statement, because Citus sends one. A worker that passed the change on would set it on
  // the coordinator too, where only the pool of pages may have it.
  const results = await ask(
    client,
    `do $do$ begin set citus.enable_alter_role_set_propagation = off; ${set.join(' ')} end $do$`,
  );
  for (const [name, { success, result }] of results) {
    if (!success)
      throw new StartupError(
        `The worker ${name} does not let the role "${client.user ?? ''}" have its settings (${oneLine(result)}): run there: ${statementsFor(client.user ?? '')}`,
      );
    changed.push(name);
  }
  return changed;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Statements that a person runs on a worker that lacks settings. */
function statementsFor(user: string): string {
  const role = `"${user.replaceAll('"', '""')}"`;
  const set = Object.entries(workerSettings).map(([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}';`);
  return ['SET citus.enable_alter_role_set_propagation = off;', ...set].join(' ');
}

/**
 * Refuses to start on a distributed database one of whose workers lacks a setting of the service's
 * role. A worker that is away stops nothing: the accounts of the others are served.
 * @throws StartupError that names the worker and the statements to run on it.
 */
export async function checkWorkers(url: string): Promise<void> {
  const client = await connect(parseDatabaseUrl(url));
  try {
    const cluster = await readCluster(client);
    const bare = cluster?.workers.find(({ lacks }) => lacks.length > 0);
    if (bare === undefined) return;
    throw new StartupError(
      `The worker ${bare.name} lacks settings (${bare.lacks.join(', ')}) of the role "${client.user ?? ''}", without which it chooses slow plans: run "goal migrate --distribute", or on that worker: ${statementsFor(client.user ?? '')}`,
    );
  } finally {
    await client.end();
  }
}
