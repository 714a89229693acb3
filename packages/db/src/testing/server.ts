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

/** The variable by which test files find the server and the template of fresh databases. */
const urlVariable = 'GOAL_TEST_TEMPLATE_URL';
/** The variable by which they find the template of filled data folders. */
const folderVariable = 'GOAL_TEST_TEMPLATE_FOLDER';

const prefix = 'goal-postgres-';
/** Settings that give up durability, which a test run does not need. */
const noDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', deadlock_timeout: '100ms' };

/**
 * Starts the PostgreSQL server of a test run, with a migrated template database: the server of
 * TEST_DATABASE_URL, or an embedded one. Sets the environment variable by which `freshDatabase`
 * finds it. A run that a test starts finds it too, and shares the server. `stop` leaves nothing
 * behind.
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

/**
 * Makes this run's folder. It is removed, with the server in it, even if the run ends without its
 * teardown (Ctrl-C twice, an error in a worker).
 */
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

/** Brings a new folder to the state after a service's first start, for `copyFilledFolder`. */
async function fillTemplate(dataDir: string): Promise<void> {
  const { url, release } = await startEmbedded({ dataDir, settings: noDurability });
  await migrate(url);
  await easePassword(url);
  await release();
  rmSync(join(dataDir, 'postgres.log'), { force: true });
  process.env[folderVariable] = dataDir;
}

/**
 * Tests connect some three thousand times. One round of password hashing instead of 4,096 saves two
 * milliseconds of CPU each time.
 */
async function easePassword(url: string): Promise<void> {
  await onServer(url, `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`);
}

/**
 * Fills an empty data folder with what a service's first start would make there. That would take
 * two seconds, and most tests do not need it.
 */
export function copyFilledFolder(into: string): void {
  const template = process.env[folderVariable];
  if (!template) throw new Error('copyFilledFolder needs the global set-up of packages/db/src/testing.');
  copyFolder(template, into);
}

/** Copies with owners: as root, the database belongs to another user. */
export function copyFolder(from: string, into: string): void {
  execFileSync('cp', ['-a', `${from}/.`, into]);
}

/**
 * Starts a server whose role can make the databases and roles that tests need. It is no superuser,
 * so that no test comes to rely on one.
 */
async function ownServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = scratchFolder();
  const { url, release } = await startEmbedded({
    dataDir: folder.path,
    settings: noDurability,
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

/** Ends servers that killed runs left behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(/^goal-postgres-(\d+)-/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) endServer(join(tmpdir(), name));
  }
}

/** Ends a server at once: its data are thrown away. */
function endServer(dataDir: string): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)) process.kill(pid, 'SIGQUIT');
  } catch {
    // It is not running.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/**
 * Makes a copy of the migrated template database, in about 40 ms. A test file calls this, and
 * `drop` after its tests.
 */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = process.env[urlVariable];
  if (!template) throw new Error('freshDatabase needs the global set-up of packages/db/src/testing.');
  const name = testName(template);
  await onServer(template, `CREATE DATABASE "${name}" TEMPLATE "${databaseOf(template)}"`);
  return { url: sibling(template, name), drop: () => dropDatabase(template, name) };
}

/** Makes an empty database without migrations. */
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
 * Ends the tests' sessions, then drops the database. FORCE would fail while autovacuum works,
 * because its process is the superuser's. Without FORCE, PostgreSQL ends that process itself and
 * waits some seconds for the others.
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

/**
 * Connects to the maintenance database, because a template must not be in use while it is copied.
 */
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

/** The address of the embedded database in a data folder, as its running service uses it. */
export function embeddedUrl(dataDir: string): string {
  const folder = openFolder(dataDir);
  const password = readFileSync(folder.password, 'utf8');
  return urlFor('socket', shortPath(folder), { role: serviceRole, password, database: databaseName });
}

/** Where a database's server listens, for a relay between it and its clients. */
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
