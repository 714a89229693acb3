import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { createDatabaseLine } from '../prepare/create-database-line.ts';
import { codeOf } from '../startup-error.ts';
import { until, waitLimitMs } from './waiting.ts';

/** The variable by which test files find the server and the template of fresh databases. */
export const templateVariable = 'GOAL_TEST_TEMPLATE_URL';

/** A database of one test file, which drops it at its end. */
export type TestDatabase = { url: string; drop: () => Promise<void> };

/**
 * Makes a copy of the migrated template database, in about 40 ms. A test file calls this, and
 * `drop` after its tests.
 */
export function freshDatabase(): Promise<TestDatabase> {
  return copyDatabase(ofRun('freshDatabase'));
}

/** Makes a copy of a database that nobody is connected to. */
export async function copyDatabase(original: string): Promise<TestDatabase> {
  const template = ofRun('copyDatabase');
  const name = testName(template);
  // In memory this costs half of what a copy by the WAL does.
  await onServer(template, `CREATE DATABASE "${name}" TEMPLATE "${databaseOf(original)}" STRATEGY file_copy`);
  return { url: sibling(template, name), drop: () => dropDatabase(template, name) };
}

/** Makes an empty database without migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const template = ofRun('emptyDatabase');
  const name = testName(template);
  return { url: await createDatabase(template, name), drop: () => dropDatabase(template, name) };
}

/** The address of the run's template. */
function ofRun(caller: string): string {
  const template = process.env[templateVariable];
  if (!template) throw new Error(`${caller} needs the global set-up of packages/db/src/testing.`);
  return template;
}

/** Databases of one run share a prefix, so that its end finds those that a worker did not drop. */
export const testPrefix = (template: string): string => databaseOf(template).replace('template', 'test');
const testName = (template: string): string => `${testPrefix(template)}_${randomUUID().replaceAll('-', '')}`;

/** The names of the databases on a server that begin with a prefix. */
export async function databasesLike(server: string, prefix: string): Promise<string[]> {
  let names: string[] = [];
  await onServer(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    names = rows.map(({ name }) => name);
  });
  return names;
}

/** Creates an empty database on a server, and returns its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  await onServer(server, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    await client.query(createDatabaseLine(name, rows[0]?.version ?? 0));
  });
  return sibling(server, name);
}

/**
 * Ends the tests' sessions, then drops the database. FORCE would fail while autovacuum works,
 * because its process is the superuser's. Without FORCE, PostgreSQL ends that process itself and
 * waits some seconds for the others.
 */
export function dropDatabase(server: string, name: string): Promise<void> {
  return onServer(server, (client) =>
    until(async () => {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pg_has_role(usesysid, 'USAGE')`,
        [name],
      );
      return client.query(`DROP DATABASE IF EXISTS "${name}"`).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) === objectInUse) return false;
          throw error;
        },
      );
    }),
  );
}

const objectInUse = '55006';

/**
 * Connects to the maintenance database, because a template must not be in use while it is copied.
 */
export async function onServer(server: string, work: string | ((client: pg.Client) => Promise<void>)): Promise<void> {
  const client = new pg.Client({
    connectionString: sibling(server, 'postgres'),
    connectionTimeoutMillis: waitLimitMs,
    query_timeout: waitLimitMs,
  });
  await client.connect();
  try {
    await (typeof work === 'string' ? client.query(work) : work(client));
  } finally {
    await client.end();
  }
}

/** The address of a database's server, for a relay between it and its clients. */
export function serverOf(url: string): { path: string } | { host: string; port: number } {
  const { host, port } = new pg.Client({ connectionString: url });
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function sibling(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
