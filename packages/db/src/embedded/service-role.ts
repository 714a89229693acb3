import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import pg from 'pg';

import { Client, type ClientConfig } from '../client.ts';
import { codeOf, StartupError } from '../startup-error.ts';
import type { Account } from './account.ts';
import { formerPort, type Login } from './address.ts';
import type { Folder } from './cluster.ts';
import { folderSetting, nameOf } from './postmaster.ts';

/** The role of the service. It owns the database and everything in it, and has no other rights. */
export const serviceRole = 'goal_service';
/** initdb's role, the superuser; it cannot log in once the service's role owns everything. */
const superuser = 'goal';
export const databaseName = 'goal';

/** The advisory lock that every process using the database holds, shared, in `goal`. */
export const holdKey = 0x676f616c;

/** Opens a session whose timeouts bound the wait for a server in trouble. */
export async function connect(url: string, settings?: ClientConfig['settings']): Promise<pg.Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 15_000,
    keepAlive: true,
    application_name: 'goal (hold)',
    settings,
  });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** Whether this program started the server here. A copied folder points to the original's. */
export async function isOwn(session: pg.Client, folder: Folder): Promise<boolean> {
  const { rows } = await session.query<{ name: string | null }>('SELECT current_setting($1, true) AS name', [
    folderSetting,
  ]);
  return rows[0]?.name === nameOf(folder);
}

/** Whether the database still has to be handed over to the service's role. */
export const isOfSuperuser = (folder: Folder): boolean => existsSync(folder.superuserPassword);

/** The outcome of `handOver`. `to stop`: an earlier version's server, used by no process. */
export type HandOver = 'done' | 'to stop';

/**
 * Creates the service's role, gives it everything that the superuser owns, then disables the
 * superuser's login. Each step can be repeated, so that the next start continues where a killed one
 * stopped. The caller has the folder's lock.
 * @throws StartupError when a process of an earlier version uses the database; the errors of `pg`
 * while the server does not answer.
 */
export async function handOver(
  folder: Folder,
  account: Account,
  { urlOf, attributes }: { urlOf: (login: Login) => string; attributes: string },
): Promise<HandOver> {
  const reach = (database: string): Promise<pg.Client> =>
    // Logging is off, because a logged statement would show the password.
    connect(urlOf({ role: superuser, password: readFileSync(folder.superuserPassword, 'utf8'), database }), {
      log_statement: 'none',
      log_min_duration_statement: '-1',
    });
  let session: pg.Client;
  try {
    session = await reach('postgres');
  } catch (error) {
    if (codeOf(error) !== '28P01' || !existsSync(folder.password)) throw error;
    const password = readFileSync(folder.password, 'utf8');
    if (!(await isHandedOver(urlOf({ role: serviceRole, password, database: databaseName })))) throw error;
    // An earlier start finished the last step and was killed before it deleted this file.
    rmSync(folder.superuserPassword);
    return 'done';
  }
  try {
    if (!(await isOwn(session, folder))) return await judgeFormer(session, folder, reach);
    await makeRole(session, servicePassword(folder, account), attributes);
    await makeDatabase(session);
    for (const database of await ofSuperuser(session)) {
      await giveAway(await reach(database));
      await session.query(`ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${serviceRole}`);
    }
    await session.query(`ALTER ROLE ${superuser} NOLOGIN PASSWORD NULL`);
  } finally {
    await session.end();
  }
  rmSync(folder.superuserPassword);
  // Remove the port note of an earlier version.
  if (formerPort(folder) === undefined) rmSync(folder.port, { force: true });
  return 'done';
}

/** Reads the password of the service's role, or creates it. A crash leaves all of it or none. */
function servicePassword(folder: Folder, account: Account): string {
  if (!existsSync(folder.password)) {
    const half = `${folder.password}.tmp`;
    writeFileSync(half, randomBytes(24).toString('hex'), { mode: 0o600 });
    account.own(half);
    renameSync(half, folder.password);
  }
  return readFileSync(folder.password, 'utf8');
}

async function isHandedOver(url: string): Promise<boolean> {
  const session = await connect(url);
  try {
    const { rows } = await session.query<{ owns: boolean }>(
      'SELECT pg_get_userbyid(datdba) = current_user AS owns FROM pg_database WHERE datname = current_database()',
    );
    return rows[0]?.owns === true;
  } finally {
    await session.end();
  }
}

/**
 * Decides about a server that an earlier version started, and that outlived its killed starter. The
 * server has to stop unless a process uses it.
 * @throws StartupError when a process of the earlier version uses the database.
 */
async function judgeFormer(
  session: pg.Client,
  folder: Folder,
  reach: (database: string) => Promise<pg.Client>,
): Promise<HandOver> {
  const { rows } = await session.query<{ dir: string; has: boolean }>(
    `SELECT current_setting('data_directory') AS dir, EXISTS (SELECT FROM pg_database WHERE datname = $1) AS has`,
    [databaseName],
  );
  if (realpathSync(rows[0]?.dir ?? '') !== folder.data) throw new Error('another data folder');
  if (rows[0]?.has !== true) return 'to stop';
  const inside = await reach(databaseName);
  try {
    const alone = await inside.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS alone', [holdKey]);
    if (alone.rows[0]?.alone === true) return 'to stop';
  } finally {
    await inside.end();
  }
  throw new StartupError(
    `A process of the former version still uses the data folder ${folder.data}: stop all of them, then start this one.`,
  );
}

async function makeRole(session: pg.Client, password: string, attributes: string): Promise<void> {
  const { rowCount } = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [serviceRole]);
  if (rowCount === 0) await session.query(`CREATE ROLE ${serviceRole}`);
  await session.query(
    `ALTER ROLE ${serviceRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${pg.escapeLiteral(password)}`,
  );
  if (attributes !== '') await session.query(`ALTER ROLE ${serviceRole} ${attributes}`);
}

async function makeDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
  if (rowCount === 0) await session.query(`CREATE DATABASE ${databaseName} OWNER ${serviceRole}`);
}

/** Returns the databases that the superuser still owns, except those that initdb created. */
async function ofSuperuser(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datdba = $1::regrole AND datallowconn AND NOT datistemplate AND datname <> 'postgres'`,
    [superuser],
  );
  return rows.map(({ datname }) => datname);
}

/**
 * Gives everything in a database to the service's role, in one transaction. REASSIGN OWNED refuses
 * the role that initdb created, because that role also owns the catalogue, whose oids are below
 * 16384. Sequences of columns, row types and array types follow the object they belong to; objects
 * of an extension stay with it.
 */
const giveAll = `DO $$
DECLARE
  thing text;
  former CONSTANT oid := '${superuser}'::regrole;
BEGIN
  FOR thing IN
    WITH of_extensions AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
      made (class, no, what, owner) AS (
        SELECT 'pg_namespace'::regclass, oid, format('SCHEMA %I', nspname), nspowner FROM pg_namespace WHERE nspname !~ '^pg_'
        UNION ALL
        SELECT 'pg_class'::regclass, c.oid, format('TABLE %s', c.oid::regclass), relowner FROM pg_class c
          JOIN pg_namespace n ON n.oid = relnamespace
          WHERE nspname !~ '^pg_' AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND NOT EXISTS (
            SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND c.relkind = 'S'
              AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))
        UNION ALL
        SELECT 'pg_proc'::regclass, oid, format('ROUTINE %s', oid::regprocedure), proowner FROM pg_proc
        UNION ALL
        SELECT 'pg_type'::regclass, t.oid, format('TYPE %s', t.oid::regtype), typowner FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid
          WHERE typtype IN ('e', 'd', 'r') OR relkind = 'c'
        UNION ALL
        SELECT 'pg_statistic_ext'::regclass, oid, format('STATISTICS %I.%I', stxnamespace::regnamespace, stxname), stxowner FROM pg_statistic_ext)
    SELECT what FROM made WHERE no >= 16384 AND owner = former AND (class, no) NOT IN (SELECT classid, objid FROM of_extensions)
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${serviceRole}', thing);
  END LOOP;
END $$`;

async function giveAway(session: pg.Client): Promise<void> {
  try {
    await session.query(giveAll);
  } finally {
    await session.end();
  }
}
