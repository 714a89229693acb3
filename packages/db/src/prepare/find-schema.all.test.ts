import { tmpdir } from 'node:os';

import pg from 'pg';
import { afterAll, expect, it } from 'vitest';

import { openDatabase } from '../database.ts';
import { StartupError } from '../startup-error.ts';
import { emptyDatabase } from '../testing/index.ts';
import { isReady, prepareDatabase, type Prepared } from './prepare-database.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function sql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** An empty database in which the user's own tables are made in the first of these schemas. */
async function withSchemas(...schemas: string[]): Promise<string> {
  const empty = await emptyDatabase();
  closing.push(empty.drop);
  const name = new URL(empty.url).pathname.slice(1);
  await sql(
    empty.url,
    ...schemas.filter((schema) => schema !== 'public').map((schema) => `CREATE SCHEMA "${schema}"`),
    `ALTER DATABASE "${name}" SET search_path = ${schemas.map((schema) => `"${schema}"`).join(', ')}`,
  );
  return empty.url;
}
const schemasOf = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ schema: string }>(
    `SELECT DISTINCT nspname AS schema FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relname IN ('account', 'event', '_prisma_migrations')`,
  );
  await client.end();
  return rows.map(({ schema }) => schema);
};
const prepare = (databaseUrl: string): Promise<Prepared> => prepareDatabase({ databaseUrl, dataDir: tmpdir() });

/** The message that refuses a start. */
async function refusal(databaseUrl: string): Promise<string> {
  const error: unknown = await prepare(databaseUrl).catch((reason: unknown) => reason);
  return error instanceof StartupError ? error.message : `not refused: ${String(error)}`;
}

it('the schema of a new database is the one in which the user makes tables, for migrations and for Prisma alike', async () => {
  const url = await withSchemas('My own', 'public');
  const prepared = await prepare(url);
  expect(await schemasOf(url)).toEqual(['My own']);
  const db = openDatabase({ url: prepared.url });
  expect([await db.prisma.plan.count(), await isReady(db)]).toEqual([4, true]);
  expect((await db.pages.query('SELECT FROM event')).rowCount).toBe(0);
  await db.close();
});

it('the schema is the one that has the tables, whatever the search_path says later', async () => {
  const url = await withSchemas('public');
  await prepare(url);
  const name = new URL(url).pathname.slice(1);
  await sql(url, 'CREATE SCHEMA later', `ALTER DATABASE "${name}" SET search_path = later, public`);
  const prepared = await prepare(url);
  expect([prepared.applied, await schemasOf(url)]).toEqual([[], ['public']]);
  await sql(url, `CREATE TABLE later._prisma_migrations (migration_name text)`);
  // Of another program.
  expect((await prepare(url)).applied).toEqual([]);
});

it('the schema is refused in a sentence if two have the tables, none exists, or DATABASE_URL names another one', async () => {
  const url = await withSchemas('one', 'two');
  const named = (schema: string): string => {
    const one = new URL(url);
    one.searchParams.set('schema', schema);
    return one.href;
  };
  expect(await refusal(named('three'))).toMatch(
    /has no schema "three": make it with CREATE SCHEMA "three" AUTHORIZATION ".+", or correct DATABASE_URL\.$/,
  );
  await prepare(named('two'));
  expect(await schemasOf(url)).toEqual(['two']);
  expect(await refusal(named('one'))).toBe(
    'DATABASE_URL names the schema "one", and the tables of the service are in "two": leave the parameter out, or give another one a database of its own.',
  );
  await sql(url, 'CREATE TABLE one._prisma_migrations AS TABLE two._prisma_migrations');
  expect(await refusal(url)).toMatch(
    /has tables of the service in several schemas \("one", "two"\): name the right one in DATABASE_URL, as \?schema=one\.$/,
  );
  expect((await prepare(named('two'))).applied).toEqual([]);
  const nowhere = await withSchemas('public');
  await sql(nowhere, `ALTER DATABASE "${new URL(nowhere).pathname.slice(1)}" SET search_path = nowhere`);
  expect(await refusal(nowhere)).toMatch(
    /^The search_path of the user ".+" at .+ names no schema that the user may use/,
  );
});
