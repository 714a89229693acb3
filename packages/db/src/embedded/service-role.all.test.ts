import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { withMigrationLock } from '../migrate/lock.ts';
import { applyPending, migrate } from '../migrate/migrate.ts';
import { migrationNames } from '../migrate/files.ts';
import { createFormer, startFormer, type FormerServer } from '../testing/former-layout.ts';
import { copyFolder } from '../testing/folders.ts';
import { inLongRun, rowsOf } from '../testing/long-run.ts';
import { shortPath, urlFor } from './address.ts';
import { openFolder } from './cluster.ts';
import { startEmbedded, type Embedded } from './start-embedded.ts';

const folders: string[] = [];
const held: Embedded[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'goal-role-'));
  folders.push(made);
  return made;
}

async function hold(dataDir: string): Promise<Embedded> {
  const database = await startEmbedded({ dataDir });
  held.push(database);
  return database;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const passwordFile = (dataDir: string): string => join(dataDir, 'postgres', 'goal.password');

/** Lists what the service's role does not own in a database, except what initdb created. */
const notOwned = (url: string): Promise<Record<string, unknown>[]> =>
  run(
    url,
    `SELECT 'class ' || relname AS what FROM pg_class WHERE oid >= 16384 AND relkind <> 't' AND relowner <> 'goal_service'::regrole
     UNION ALL SELECT 'routine ' || proname FROM pg_proc WHERE oid >= 16384 AND proowner <> 'goal_service'::regrole
     UNION ALL SELECT 'type ' || typname FROM pg_type WHERE oid >= 16384 AND typowner <> 'goal_service'::regrole
     UNION ALL SELECT 'schema ' || nspname FROM pg_namespace WHERE oid >= 16384 AND nspowner <> 'goal_service'::regrole
     UNION ALL SELECT 'statistics ' || stxname FROM pg_statistic_ext WHERE stxowner <> 'goal_service'::regrole
     UNION ALL SELECT 'database ' || datname FROM pg_database WHERE datname = current_database() AND datdba <> 'goal_service'::regrole`,
  );

/** Objects of every kind that a person may have added to those of the migrations. */
const ownThings = `CREATE SCHEMA "Of mine"; CREATE TYPE mood AS ENUM ('good', 'bad'); CREATE TYPE pair AS (a INT, b INT);
  CREATE DOMAIN short AS TEXT CHECK (length(value) < 9); CREATE TYPE span AS RANGE (subtype = INT);
  CREATE TABLE "Of mine"."A table" (no SERIAL PRIMARY KEY, id INT GENERATED ALWAYS AS IDENTITY, mood mood, text short);
  CREATE TABLE parted (day DATE) PARTITION BY RANGE (day); CREATE TABLE parted_1 PARTITION OF parted DEFAULT;
  CREATE VIEW seen AS SELECT * FROM "Of mine"."A table"; CREATE MATERIALIZED VIEW stored AS SELECT 1 AS one; CREATE SEQUENCE numbers;
  CREATE FUNCTION twice(n INT) RETURNS INT LANGUAGE sql AS 'SELECT 2 * n'; CREATE PROCEDURE nothing() LANGUAGE sql AS 'SELECT 1';
  CREATE AGGREGATE total(INT) (sfunc = int4pl, stype = INT, initcond = '0');
  CREATE STATISTICS both_columns ON no, id FROM "Of mine"."A table";
  INSERT INTO "Of mine"."A table" (mood, text) VALUES ('good', 'kept')`;

/** Expects that the service's role owns everything and the former superuser cannot log in. */
async function expectGoneOver(dataDir: string, url: string, former: FormerServer): Promise<void> {
  expect(await notOwned(url)).toEqual([]);
  expect(await run(url, 'SELECT text FROM seen')).toEqual([{ text: 'kept' }]);
  expect(existsSync(passwordFile(dataDir))).toBe(false);
  const asBefore = new URL(url);
  asBefore.username = 'goal';
  asBefore.password = former.password;
  await expect(run(asBefore.href, 'SELECT 1')).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
}

describe('the role that the service works as', () => {
  let url: string;
  let database: Embedded;
  beforeAll(async () => {
    database = await startEmbedded({ dataDir: newFolder() });
    ({ url } = database);
  });
  afterAll(() => database.release());

  it('owns the database and can do what migrations do', async () => {
    await migrate(url);
    expect(await notOwned(url)).toEqual([]);
    expect(
      await run(
        url,
        `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS roles
         FROM pg_roles r WHERE rolname = current_user`,
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        roles: 0,
      },
    ]);
  });

  it.each([
    `CREATE TEMP TABLE t (line TEXT); COPY t FROM PROGRAM 'id'`,
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `CREATE TEMP TABLE t (line TEXT); COPY t FROM '/etc/passwd'`,
    `COPY (SELECT 1) TO '/tmp/goal-test-copied'`,
    `SELECT pg_read_file('postgresql.conf')`,
    `SELECT pg_ls_dir('.')`,
    `SELECT lo_import('/etc/passwd')`,
    `CREATE FUNCTION f() RETURNS INT LANGUAGE c AS 'libc', 'getpid'`,
    'CREATE ROLE another LOGIN',
    'CREATE DATABASE another',
    'SET ROLE goal',
    'SET SESSION AUTHORIZATION goal',
    'ALTER ROLE goal_service SUPERUSER',
    `ALTER ROLE goal LOGIN PASSWORD 'x'`,
    `ALTER SYSTEM SET archive_command = 'id'`,
    'GRANT pg_execute_server_program TO goal_service',
  ])('may not: %s', async (statement) => {
    await expect(run(url, statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('is the only role that may log in', async () => {
    expect(await run(url, 'SELECT rolname FROM pg_roles WHERE rolcanlogin')).toEqual([{ rolname: 'goal_service' }]);
  });
});

describe('a data folder of a version that worked as the superuser, over a port', () => {
  const pristine = newFolder();
  let dataDir: string;
  let former: FormerServer;
  beforeAll(async () => {
    await createFormer(pristine);
    const first = await startFormer(pristine);
    // The present version has two more migrations to apply.
    const upTo = migrationNames().at(-3);
    await withMigrationLock(first.url, (client) => applyPending(first.url, client, { upTo }));
    await run(first.url, ownThings);
    await first.end('SIGINT');
  });
  beforeEach(async () => {
    dataDir = newFolder();
    copyFolder(pristine, dataDir);
    former = await startFormer(dataDir);
  });
  afterEach(async () => {
    for (const one of held.splice(0)) await one.release();
    await former.end('SIGKILL');
  });

  it.each(rowsOf<'SIGINT' | 'SIGKILL'>(['SIGKILL'], ['SIGINT']))(
    'is handed over with its data at the next start after %s, and the service owns what later migrations create',
    async (signal) => {
      await former.end(signal);
      const { url } = await hold(dataDir);
      expect((await migrate(url)).applied).toHaveLength(2);
      await expectGoneOver(dataDir, url, former);
    },
  );

  inLongRun(() => {
    it('is handed over even if its PostgreSQL still runs, once no process uses it', async () => {
      const { url } = await hold(dataDir);
      await expectGoneOver(dataDir, url, former);
    });
  });

  inLongRun(() => {
    it('is left alone while a process of that version uses it: the start says what to do, and a later start hands it over', async () => {
      const user = await connected(former.url);
      await user.query('SELECT pg_advisory_lock_shared($1::bigint)', [0x676f616c]);
      await expect(startEmbedded({ dataDir })).rejects.toThrow(
        /^A process of the former version still uses the data folder .*: stop all of them, then start this one\.$/,
      );
      expect((await user.query('SELECT text FROM seen')).rows).toEqual([{ text: 'kept' }]);
      expect(existsSync(passwordFile(dataDir))).toBe(true);
      await user.end();
      const { url } = await hold(dataDir);
      await expectGoneOver(dataDir, url, former);
    });
  });

  inLongRun(() => {
    it('is handed over by the next start after one that was killed half way', async () => {
      // The role exists with another password than the file's, and owns one of the tables.
      await run(
        former.url,
        `CREATE ROLE goal_service LOGIN PASSWORD 'another'; ALTER TABLE account OWNER TO goal_service`,
      );
      writeFileSync(join(dataDir, 'postgres', 'service.password.tmp'), 'half');
      const { url } = await hold(dataDir);
      await expectGoneOver(dataDir, url, former);
    });
  });

  inLongRun(() => {
    it('stays as it is when the server refuses to change an owner, and the start says why', async () => {
      await run(
        former.url,
        `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not this one'; END $$;
       CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('ALTER TYPE') EXECUTE FUNCTION refuse()`,
      );
      await expect(startEmbedded({ dataDir })).rejects.toThrow(
        /cannot be given to the role goal_service \(not this one\): put that right/,
      );
      expect(existsSync(passwordFile(dataDir))).toBe(true);
      // The server of the failed start still runs, and its superuser owns the data. The next start
      // joins it.
      const folder = openFolder(dataDir);
      const login = { role: 'goal', password: former.password, database: 'goal' };
      const asSuperuser = urlFor('socket', shortPath(folder), login);
      expect(await run(asSuperuser, `SELECT FROM pg_class WHERE relowner = 'goal_service'::regrole`)).toEqual([]);
      await run(asSuperuser, 'DROP EVENT TRIGGER refuse');
      const { url } = await hold(dataDir);
      await expectGoneOver(dataDir, url, former);
    });
  });

  inLongRun(() => {
    it('is handed over by the next start after one that was killed at its last step', async () => {
      const first = await startEmbedded({ dataDir });
      const password = readFileSync(join(dataDir, 'postgres', 'service.password'), 'utf8');
      await first.release();
      writeFileSync(passwordFile(dataDir), former.password, { mode: 0o600 });
      const { url } = await hold(dataDir);
      expect(new URL(url).password).toBe(password);
      await expectGoneOver(dataDir, url, former);
    });
  });
});
