import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { serverName } from '../database.ts';
import { isUnavailable } from '../faults.ts';
import { migrationNames, prismaFolder } from '../migrate/files.ts';
import { migrate } from '../migrate/migrate.ts';
import { emptyDatabase, freshDatabase, inAllRun, type TestDatabase } from '../testing/index.ts';
import { oldestMigration, readHeader } from './notes.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const later = '29990101000000_later';
let base: string;
let source: TestDatabase;
let original: pg.Client;
let target: TestDatabase;
let copy: pg.Client;

/** Texts that COPY escapes. */
const texts = ['\\.', '\n\\.\n', 'a\tb\r\nc', '\\N', 'Käse 🧀', '', '\\'];

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'goal-backup-'));
  source = await freshDatabase();
  original = await connect(source.url);
  await original.query(`UPDATE plan SET sites = 7 WHERE slug = 'pro';
    INSERT INTO account (email, plan) SELECT 'owner' || n || '@example.com', 'pro' FROM generate_series(1, 3) n;
    INSERT INTO site_group (account_no, name, external_ref) SELECT no, 'group', NULL FROM account;
    INSERT INTO site (account_no, group_no, domain, domain_scope, site_url, retention_days)
      SELECT account_no, no, 'shop' || no || '.example.com', 0, 'https://example.com/', 90 FROM site_group;
    INSERT INTO site_key (site_no, prefix, hash, access) SELECT no, 'live000' || no, sha256('x'), (ARRAY['full', 'send', 'read'])[no] FROM site;
    INSERT INTO action (actor_kind, actor, action, detail) VALUES ('cli', 'test', 'plan.set', '{"a": ["\\n", null]}');
    INSERT INTO instance (id, kind, version) VALUES (gen_random_uuid(), 'server', '0.1.0')`);
  await original.query(
    `INSERT INTO event (id, occurred_at, code, user_id, account, site, severity, username, message)
     SELECT nextval('event_block') * 1024 + n, now() - n * interval '1 hour', n, 7, 1, 1, 1, 'ada', t
     FROM unnest($1::text[]) WITH ORDINALITY x(t, n)`,
    [texts],
  );
});
afterAll(async () => {
  await original.end();
  await source.drop();
  rmSync(base, { recursive: true, force: true });
});
async function aimAt(made: Promise<TestDatabase>): Promise<void> {
  target = await made;
  copy = await connect(target.url);
}
const letGo = (): Promise<void> => copy.end().then(() => target.drop());
/** Puts a database with all migrations in place of the empty one, which spares their time. */
const aimAtMigrated = (): Promise<void> => letGo().then(() => aimAt(freshDatabase()));
beforeEach(() => aimAt(emptyDatabase()));
afterEach(letGo);
async function connect(url: string, name = 'goal-test'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}

async function backUp(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeBackup(source.url, { program: '0.1.0' })) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* asPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 1000) yield file.subarray(at, at + 1000);
}

const restore = (file: Buffer, folder?: string) =>
  restoreBackup(target.url, asPieces(file), { settle: async () => {}, ...(folder === undefined ? {} : { folder }) });

/** Every row of every table, as text. */
async function rowsOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT IN ('instance', '_prisma_migrations') ORDER BY 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of names) {
    const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t ORDER BY 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Indexes and constraints of all tables. */
async function schemaOf(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `SELECT pg_get_indexdef(indexrelid) AS item FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows;
}

/** Counts the rows of our tables in the target, except defaults. */
async function accounts(): Promise<number> {
  const { rows } = await copy.query<{ found: boolean }>(`SELECT to_regclass('account') IS NOT NULL AS found`);
  if (rows[0]?.found !== true) return 0;
  return (await copy.query('SELECT FROM account')).rowCount ?? 0;
}

function withLater(sql: string): string {
  const folder = mkdtempSync(join(base, 'migrations-'));
  cpSync(join(prismaFolder, 'migrations'), folder, { recursive: true });
  mkdirSync(join(folder, later));
  writeFileSync(join(folder, later, 'migration.sql'), sql);
  return folder;
}

it('restores every row of every table, whatever its texts contain, with its indexes and sequences', async () => {
  const file = await backUp();
  const summary = await restore(file);
  expect(summary).toMatchObject({ migration: migrationNames().at(-1), applied: [] });
  const rows = await rowsOf(copy);
  expect(rows).toEqual(await rowsOf(original));
  expect(Object.values(rows).flat()).toHaveLength(summary.rows);
  expect(await schemaOf(copy)).toEqual(await schemaOf(original));
  const next = `SELECT nextval('event_block') AS block, nextval('account_no_seq') AS account, nextval('admin_token_no_seq') AS token`;
  expect((await copy.query(next)).rows).toEqual([{ block: String(texts.length + 1), account: '4', token: '1' }]);
  expect((await copy.query('SELECT FROM instance')).rowCount).toBe(0);
});

it('is one snapshot: rows stored during the backup are not in it', async () => {
  await aimAtMigrated();
  const before = await rowsOf(original);
  const writing = writeBackup(source.url, { program: '0.1.0' });
  const pieces = [(await writing.next()).value];
  await original.query(`INSERT INTO account (email, plan) VALUES ('late@example.com', 'free')`);
  try {
    for await (const piece of writing) pieces.push(piece);
    await restore(Buffer.concat(pieces as Buffer[])); // the first is a piece: there is a header in every backup
    expect(await rowsOf(copy)).toEqual(before);
  } finally {
    await original.query(`DELETE FROM account WHERE email = 'late@example.com'`);
  }
});

/** The file with the checksum of its lines of JSON as they are now. */
function rehashed(text: string): string {
  const lines = text.split('\n').filter((line) => /^\{"(goal_backup|table|rows)":/.test(line));
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return text.replace(/(\{"complete":true.*"sha256":")[0-9a-f]+/, `$1${sha256}`);
}

it('refuses a backup of a newer program or of another branch of it, and changes nothing', async () => {
  const text = (await backUp()).toString();
  for (const migrations of [`"20261121000000_first","${later}"`, `"20261121000000_other"`])
    await expect(
      restore(Buffer.from(text.replace(/"migrations":\[[^\]]*\]/, `"migrations":[${migrations}]`))),
    ).rejects.toThrow(/made by a newer version, 0\.1\.0 .*: restore it with that version/);
  expect((await copy.query(`SELECT FROM pg_class WHERE relname = 'account'`)).rowCount).toBe(0);
});

inAllRun(() => {
  it('leaves no row of a file that is cut, altered, lacks a table, or has values that no table takes', async () => {
    const text = (await backUp()).toString();
    const faults: [file: string, said: RegExp | string][] = [
      [text.slice(0, text.indexOf('\tada\t') + 40), /The file ends in the table event/],
      [text.slice(0, -1), /The file ends between two tables/],
      [text.replace('\tada\t', '\teve\t'), /the rows of the table event are not what their checksum says/],
      [text.replace(/\t7\t\\N\t1\t1\t1\t/, '\tx\t\\N\t1\t1\t1\t'), /altered or damaged/],
      [rehashed(text.replace('"event_block":', '"e\\u001b[2J":')), 'it has no such sequence e\u001b[2J.'],
      [rehashed(text.replace('"table":"tail"', '"table":"t\\u001b]0;"')), 'it has no such table t\u001b]0;.'],
      [text.replace(/\{"table":"tail",.*\n\\\.\n.*\n/, ''), /not what their checksum says|is missing/],
    ];
    for (const [file, said] of faults) {
      expect(file).not.toBe(text);
      await expect(restore(Buffer.from(file))).rejects.toThrow(said);
      expect(await accounts(), String(said)).toBe(0);
    }
    await restore(Buffer.from(text));
    expect(await accounts()).toBe(3);
  });

  it('migrates an older backup, also when it restores into a newer, empty database', async () => {
    await aimAtMigrated();
    const folder = withLater('CREATE TABLE doubled AS SELECT no * 2 AS twice FROM account');
    const file = await backUp();
    await migrate(target.url, { folder });
    expect(await restore(file, folder)).toMatchObject({ migration: migrationNames().at(-1), applied: [later] });
    expect((await copy.query('SELECT twice FROM doubled ORDER BY 1')).rows).toEqual([
      { twice: 2 },
      { twice: 4 },
      { twice: 6 },
    ]);
  });

  it('refuses a database that has rows, is used by a server, or is not ours, and changes nothing', async () => {
    const file = await backUp();
    await copy.query('CREATE TABLE theirs (x int)');
    await expect(restore(file)).rejects.toThrow('not empty and not of this program');
    await copy.query('DROP TABLE theirs');
    await migrate(target.url);
    const server = await connect(target.url, serverName);
    await expect(restore(file)).rejects.toThrow('A server or a command works on this database: stop it, then restore.');
    await server.end();
    await copy.query(
      `INSERT INTO admin_token (prefix, hash, name, scope) VALUES ('admin000', sha256('x'), 'me', 'admin:read')`,
    );
    await expect(restore(file)).rejects.toThrow('The database is not empty (its table admin_token has rows)');
    expect((await copy.query('SELECT name FROM admin_token')).rows).toEqual([{ name: 'me' }]);
  });

  it('leaves objects of others alone in a backup and in a restore, and refuses when one depends on a table of ours', async () => {
    await aimAtMigrated();
    await original.query('CREATE TABLE theirs (no serial, y int); INSERT INTO theirs (y) VALUES (1)');
    const file = await backUp();
    await original.query('DROP TABLE theirs');
    const folder = withLater('CREATE TABLE later (x int)');
    await migrate(target.url, { folder });
    await copy.query(
      'CREATE SCHEMA other; CREATE TABLE other.x AS SELECT 2 AS y; CREATE TABLE theirs AS SELECT 3 AS y',
    );
    const hanging: [kind: string, name: string, text: string, said: string][] = [
      ['VIEW', 'other.v', 'AS SELECT email FROM account', 'view other.v depends on table account'],
      ['TABLE', 'other.t', '(no int REFERENCES account (no))', 'constraint t_no_fkey on table other.t depends on'],
    ];
    for (const [kind, name, text, said] of hanging) {
      await copy.query(`CREATE ${kind} ${name} ${text}`);
      await expect(restore(file, folder)).rejects.toThrow(`hangs on a table of the database (${said}`);
      await copy.query(`DROP ${kind} ${name}`); // it is there
    }
    expect(await restore(file, folder)).toMatchObject({ applied: [later] });
    const { rows } = await copy.query('SELECT y FROM other.x UNION SELECT y FROM theirs ORDER BY 1');
    expect(rows).toEqual([{ y: 2 }, { y: 3 }]);
  });

  it('refuses when an object of others depends on a table that would be emptied', async () => {
    await aimAtMigrated();
    const file = await backUp();
    await copy.query('CREATE TABLE theirs (no int REFERENCES account (no))');
    await expect(restore(file)).rejects.toThrow(
      'hangs on a table of the database (Table "theirs" references "account".)',
    );
  });

  /** Returns the program's migrations before the given one. */
  function before(migration: string): string {
    const folder = withLater('');
    for (const name of [...migrationNames().filter((one) => one >= migration), later])
      rmSync(join(folder, name), { recursive: true });
    return folder;
  }

  it('makes no backup of a database from before backups existed, and refuses a file that claims to be one', async () => {
    const folder = before(oldestMigration);
    await migrate(target.url, { folder });
    await expect(writeBackup(target.url, { program: '0.1.0' }).next()).rejects.toThrow(
      'The database is older than backups are: start this version on it once, then back it up.',
    );
    const text = (await backUp()).toString();
    const older = text.replace(/"migrations":\[[^\]]*\]/, `"migrations":${JSON.stringify(migrationNames(folder))}`);
    await expect(restore(Buffer.from(older))).rejects.toThrow('it is of a database that is older than backups are');
  });

  it('backs up a database that is older than the program, as it is', async () => {
    const folder = before(migrationNames().at(-1) ?? '');
    await migrate(target.url, { folder });
    const first = await writeBackup(target.url, { program: '0.1.0' }).next();
    if (first.done === true) throw new Error('a backup without a first line');
    expect(readHeader(first.value.toString()).migrations).toEqual(migrationNames().slice(0, -1));
  });

  it('ends with an error when its connection is lost; so does a restore, which leaves no row', async () => {
    await aimAtMigrated();
    const end = (name: string) =>
      copy.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [name]);
    const writing = writeBackup(source.url, { program: '0.1.0' });
    await writing.next();
    await end('goal (backup)');
    const rest = async (): Promise<void> => {
      while ((await writing.next()).done !== true);
    };
    await expect(rest()).rejects.toSatisfy(isUnavailable);
    const file = await backUp();
    async function* lost(): AsyncGenerator<Buffer> {
      const half = file.indexOf('\tada\t');
      yield file.subarray(0, half);
      await end('goal (restore)');
      yield file.subarray(half);
    }
    await expect(restoreBackup(target.url, lost(), { settle: async () => {} })).rejects.toSatisfy(isUnavailable);
    expect(await accounts()).toBe(0);
  });

  it('makes no backup of an empty database', async () => {
    await expect(writeBackup(target.url, { program: '0.1.0' }).next()).rejects.toThrow('there is nothing to back up');
  });
});
