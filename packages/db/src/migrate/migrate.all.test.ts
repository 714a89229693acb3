import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { serverName } from '../database.ts';
import { emptyDatabase, freshDatabase, inAllRun, type TestDatabase, until } from '../testing/index.ts';
import { migrationNames, prismaFolder } from './files.ts';
import { migrate } from './migrate.ts';

const later = '29990101000000_later';
let base: string;
let folder: string;
let database: TestDatabase;
let client: pg.Client;

beforeAll(() => (base = mkdtempSync(join(tmpdir(), 'goal-migrate-'))));
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(async () => {
  folder = mkdtempSync(join(base, 'migrations-'));
  cpSync(join(prismaFolder, 'migrations'), folder, { recursive: true });
  await open(freshDatabase());
});
afterEach(close);

async function open(made: Promise<TestDatabase>): Promise<void> {
  database = await made;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}

async function close(): Promise<void> {
  await client.end();
  await database.drop();
}

/** Puts an empty database in place of the one that has all migrations. */
async function beginEmpty(): Promise<void> {
  await close();
  await open(emptyDatabase());
}

function addMigration(sql: string): void {
  mkdirSync(join(folder, later), { recursive: true });
  writeFileSync(join(folder, later, 'migration.sql'), sql);
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  return rows[0]?.found === true;
}

it('applies every migration once when several instances start at once on an empty database', async () => {
  await beginEmpty();
  const results = await Promise.all(Array.from({ length: 6 }, () => migrate(database.url)));
  expect(results.flatMap(({ applied }) => applied)).toEqual(migrationNames());
  expect(await migrate(database.url)).toEqual({ applied: [] });
});

inAllRun(() => {
  it('leaves no session behind, so that no lock stays', async () => {
    await beginEmpty();
    await migrate(database.url);
    const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
    await expect.poll(async () => (await client.query(others)).rowCount).toBe(0);
  });

  it('adds new migrations to a database with data, also one with a function whose body has semicolons', async () => {
    addMigration(
      `CREATE FUNCTION later() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;\n-- the end`,
    );
    expect(await migrate(database.url, { folder })).toEqual({ applied: [later] });
    expect((await client.query('SELECT later()')).rows).toEqual([{ later: 2 }]);
  });
});

it('refuses to upgrade beneath a running server, and upgrades once the server has ended', async () => {
  const serving = new pg.Client({ connectionString: database.url, application_name: serverName });
  addMigration('CREATE TABLE later ()');
  await serving.connect();
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    'The database has to be upgraded, and a server of the version before still works on it: stop all of them, then start this one.',
  );
  expect(await exists('later')).toBe(false);
  // With nothing to upgrade, both run.
  expect(await migrate(database.url)).toEqual({ applied: [] });
  await serving.end();
  await expect.poll(() => migrate(database.url, { folder }).catch(() => undefined)).toEqual({ applied: [later] });
});

it('refuses a database that a newer program migrated', async () => {
  addMigration('CREATE TABLE later ()');
  await migrate(database.url, { folder });
  await expect(migrate(database.url)).rejects.toThrow(
    `This program is older than the database, which has the migration ${later}: start the newer program, or one of another database.`,
  );
});

inAllRun(() => {
  it('undoes a migration that fails, says why, and tries it again at the next start', async () => {
    addMigration('CREATE TABLE later ();\nSELECT 1 / 0;');
    for (let start = 0; start < 2; start++) {
      await expect(migrate(database.url, { folder })).rejects.toThrow(
        `The migration ${later} failed and was undone (ERROR: division by zero): put that right, and start again.`,
      );
      expect(await exists('later')).toBe(false);
    }
    addMigration('CREATE TABLE later ();');
    expect(await migrate(database.url, { folder })).toEqual({ applied: [later] });
  });
});

it('refuses a database in which another program left a migration unfinished', async () => {
  addMigration('CREATE TABLE later ();');
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs) VALUES ('x', 'x', $1, 'no space left')`,
    [later],
  );
  await expect(migrate(database.url, { folder })).rejects.toThrow(`The migration ${later} failed half way`);
  expect(await exists('later')).toBe(false);
});

it('applies a migration again if the server or the program was killed in the middle', async () => {
  addMigration('CREATE TABLE later ();\nSELECT pg_sleep(60);');
  const interrupted = migrate(database.url, { folder }).then(
    () => 'applied',
    () => 'interrupted',
  );
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  await until(async () => (await client.query(kill)).rowCount !== 0);
  expect(await interrupted).toBe('interrupted');
  addMigration('CREATE TABLE later ();');
  expect(await migrate(database.url, { folder })).toEqual({ applied: [later] });
  expect(await exists('later')).toBe(true);
});

it('applies a migration again that a program noted as begun and did not end, as this one once did', async () => {
  addMigration('CREATE TABLE later ();');
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('x', 'x', $1)`, [later]);
  expect(await migrate(database.url, { folder })).toEqual({ applied: [later] });
  const { rows } = await client.query(
    `SELECT id = 'x' AS begun, rolled_back_at IS NULL AS counts, finished_at IS NULL AS unfinished FROM "_prisma_migrations" WHERE migration_name = $1 ORDER BY 1`,
    [later],
  );
  expect(rows).toEqual([
    { begun: false, counts: true, unfinished: false },
    { begun: true, counts: false, unfinished: true },
  ]);
});

it('notes a migration in the transaction that does it, so that what is not noted is not done', async () => {
  addMigration(`CREATE TABLE later ();
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'died'; END $$;
    CREATE CONSTRAINT TRIGGER die AFTER INSERT ON "_prisma_migrations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die();`);
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    `The migration ${later} failed and was undone (ERROR: died)`,
  );
  expect(await exists('later')).toBe(false);
});

it('tells of a migration that was changed after it ran, and goes on; other ends of lines are no change', async () => {
  const [first = '', second = ''] = migrationNames();
  const file = (name: string): string => join(folder, name, 'migration.sql');
  appendFileSync(file(first), '\n-- more');
  writeFileSync(file(second), readFileSync(file(second), 'utf8').replaceAll('\n', '\r\n'));
  addMigration('CREATE TABLE later ();');
  const told: string[] = [];
  expect(await migrate(database.url, { folder, tell: (line) => told.push(line) })).toEqual({ applied: [later] });
  expect(told).toEqual([
    `The migration ${first} was changed after it ran on this database, which keeps what it made then.`,
  ]);
});

describe('what a start waits for', () => {
  const key = 0x676f616d;

  it('is said after a second, with the session that has it; a stop ends the wait at once, and the other session goes on', async () => {
    await client.query(`SET application_name = 'somebody else'; SELECT pg_advisory_lock(${key})`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const told: string[] = [];
    const stop = new AbortController();
    const waiting = migrate(database.url, { tell: (line) => told.push(line), signal: stop.signal });
    const ended = waiting.catch((error: unknown) => error);
    await until(() => told.length > 0);
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Waiting for the lock of migrations, which the session ${rows[0]?.pid} of "somebody else", there since 20\\S+, holds\\.$`,
        ),
      ),
    ]);
    stop.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
    await client.query(`SELECT pg_advisory_unlock(${key})`);
    expect(await migrate(database.url)).toEqual({ applied: [] });
  });

  inAllRun(() => {
    it('is also said of a lock that a migration waits for; a stop undoes the migration', async () => {
      addMigration('CREATE TABLE later ();\nALTER TABLE plan ADD COLUMN later int;');
      await client.query(`BEGIN; LOCK TABLE plan IN ACCESS SHARE MODE`);
      const told: string[] = [];
      const stop = new AbortController();
      const waiting = migrate(database.url, { folder, tell: (line) => told.push(line), signal: stop.signal });
      const ended = waiting.catch((error: unknown) => error);
      await until(() => told.length > 0);
      expect(told).toEqual([expect.stringMatching(/^A migration waits for the table plan, which the session \d+/)]);
      stop.abort();
      expect(await ended).toMatchObject({ name: 'AbortError' });
      await client.query('ROLLBACK');
      expect(await exists('later')).toBe(false);
      expect(await migrate(database.url, { folder })).toEqual({ applied: [later] });
    });
  });

  it("is the lock of Prisma's own commands too, where there is something to apply", async () => {
    await client.query('SELECT pg_advisory_lock(72707369)');
    expect(await migrate(database.url)).toEqual({ applied: [] });
    addMigration('CREATE TABLE later ();');
    const told: string[] = [];
    const waiting = migrate(database.url, { folder, tell: (line) => told.push(line) });
    await until(() => told.length > 0);
    expect(told).toEqual([
      expect.stringMatching(/^Waiting for the lock of Prisma's own commands, which the session \d+/),
    ]);
    expect(await exists('later')).toBe(false);
    // As if such a command had applied it meanwhile.
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('x', 'x', $1, now())`,
      [later],
    );
    await client.query('SELECT pg_advisory_unlock(72707369)');
    expect(await waiting).toEqual({ applied: [] });
    expect(await exists('later')).toBe(false);
  });

  it('leaves no lock in a session that a pooler keeps', async () => {
    addMigration('SELECT 1 / 0;');
    await expect(migrate(database.url, { folder })).rejects.toThrow('division by zero');
    const locks = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND objid IN (${key}, 72707369)`;
    expect((await client.query(locks)).rowCount).toBe(0);
  });
});

it('refuses a database that holds the tables of another program', async () => {
  await beginEmpty();
  await client.query('CREATE TABLE somebody_else ()');
  await expect(migrate(database.url)).rejects.toThrow(
    'The database is not empty and not of this program: set DATABASE_URL to an empty database.',
  );
  expect(await exists('account')).toBe(false);
});
