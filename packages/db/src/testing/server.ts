import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { shortPath, urlFor } from '../embedded/address.ts';
import { openFolder } from '../embedded/cluster.ts';
import { databaseName, serviceRole } from '../embedded/service-role.ts';
import { createDatabaseLine } from '../prepare/create-database-line.ts';
import { isAlive } from '../embedded/folder-lock.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { migrate } from '../migrate/migrate.ts';
import { codeOf } from '../startup-error.ts';
import { until, waitLimitMs } from './waiting.ts';

/** Where test files find the server, and the database that fresh ones are copied from. */
const urlVariable = 'GOAL_TEST_TEMPLATE_URL';
/** Where they find the data folder that filled ones are copied from. */
const folderVariable = 'GOAL_TEST_TEMPLATE_FOLDER';

const prefix = 'goal-postgres-';
/** Durability is what these cost, and a test run needs none. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', deadlock_timeout: '100ms' };

/**
 * The PostgreSQL server of a test run with a migrated template database: the one of TEST_DATABASE_URL, else an embedded one of its own.
 * Sets the environment variable by which `freshDatabase` finds it, and a run that a test starts as well: that shares the server. `stop` leaves
 * nothing behind.
 */
export async function testServer(): Promise<{ stop: () => Promise<void> }> {
  if (process.env[urlVariable]) return { stop: async () => {} };
  sweep();
  const folder = scratchFolder();
  const server = process.env['TEST_DATABASE_URL']
    ? { url: process.env['TEST_DATABASE_URL'], stop: async () => {} }
    : await ownServer();
  try {
    await fillTemplate(folder.path);
    const name = `goal_template_${randomUUID().slice(0, 8)}`;
    const template = await createDatabase(server.url, name);
    await migrate(template);
    process.env[urlVariable] = template;
    return {
      async stop() {
        for (const left of await databasesLike(server.url, testPrefix(template))) await dropDatabase(server.url, left);
        await dropDatabase(server.url, name);
        await server.stop();
        folder.remove();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A folder of this run, removed with the server in it also where the run ends without its teardown (Ctrl-C twice, an error in a worker). */
function scratchFolder(): { path: string; remove: () => void } {
  const made = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const end = (): void => endServer(made);
  process.once('exit', end);
  return {
    path: made,
    remove() {
      process.off('exit', end);
      rmSync(made, { recursive: true, force: true });
    },
  };
}

/** Makes of a folder that has just been set up what the first start of a service leaves, for `copyFilledFolder`. */
async function fillTemplate(dataDir: string): Promise<void> {
  const { url, release } = await startEmbedded({ dataDir, settings: careless });
  await migrate(url);
  await easePassword(url);
  await release();
  rmSync(join(dataDir, 'postgres.log'), { force: true });
  process.env[folderVariable] = dataDir;
}

/** Tests connect some three thousand times; to prove the password with one round instead of 4,096 is two milliseconds of the processor less each time. */
async function easePassword(url: string): Promise<void> {
  await onServer(url, `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`);
}

/** Fills an empty data folder with what the first start of a service would make there: that takes it two seconds, which most tests can spare. */
export function copyFilledFolder(into: string): void {
  const template = process.env[folderVariable];
  if (!template) throw new Error('copyFilledFolder needs the global set-up of packages/db/src/testing.');
  copyFolder(template, into);
}

/** With its owners: as root the database belongs to another user. */
export function copyFolder(from: string, into: string): void {
  execFileSync('cp', ['-a', `${from}/.`, into]);
}

/** A server whose role makes the databases and roles that tests need, and is no superuser: so that no test needs one. */
async function ownServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = scratchFolder();
  const { url, release } = await startEmbedded({
    dataDir: folder.path,
    settings: careless,
    attributes: 'CREATEDB CREATEROLE',
  });
  await easePassword(url);
  return {
    url,
    async stop() {
      await release();
      folder.remove();
    },
  };
}

/** Ends the servers of runs that were killed. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(/^goal-postgres-(\d+)-/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) endServer(join(tmpdir(), name));
  }
}

/** At once and without care: its data are thrown away. */
function endServer(dataDir: string): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)) process.kill(pid, 'SIGQUIT');
  } catch {
    // It does not run.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** A database of its own, like the migrated template but for `name`; about 40 ms. Call it in a test file, and `drop` after the file's tests. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = process.env[urlVariable];
  if (!template) throw new Error('freshDatabase needs the global set-up of packages/db/src/testing.');
  const name = testName(template);
  await onServer(template, `CREATE DATABASE "${name}" TEMPLATE "${databaseOf(template)}"`);
  return { url: sibling(template, name), drop: () => dropDatabase(template, name) };
}

/** An empty database of its own, in which nothing is migrated yet. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = process.env[urlVariable];
  if (!template) throw new Error('emptyDatabase needs the global set-up of packages/db/src/testing.');
  const name = testName(template);
  return { url: await createDatabase(template, name), drop: () => dropDatabase(template, name) };
}

/** Databases of one run share a prefix, so that its end finds those that a worker did not drop. */
const testPrefix = (template: string): string => databaseOf(template).replace('template', 'test');
const testName = (template: string): string => `${testPrefix(template)}_${randomUUID().replaceAll('-', '')}`;

async function databasesLike(server: string, prefix: string): Promise<string[]> {
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

async function createDatabase(server: string, name: string): Promise<string> {
  await onServer(server, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    await client.query(createDatabaseLine(name, rows[0]?.version ?? 0));
  });
  return sibling(server, name);
}

/**
 * Ends the sessions of the tests, then drops. FORCE fails where autovacuum is at work, whose process is the superuser's; without it
 * PostgreSQL itself ends that process, and waits some seconds for all of them.
 */
function dropDatabase(server: string, name: string): Promise<void> {
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

/** On the server's maintenance database, for a template may not be in use while it is copied. */
async function onServer(server: string, work: string | ((client: pg.Client) => Promise<void>)): Promise<void> {
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

/** The address of the embedded database in a data folder, as the service that runs there has it. */
export function embeddedUrl(dataDir: string): string {
  const folder = openFolder(dataDir);
  const password = readFileSync(folder.password, 'utf8');
  return urlFor('socket', shortPath(folder), { role: serviceRole, password, database: databaseName });
}

/** Where the server of a database listens, for who stands between it and its clients. */
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
