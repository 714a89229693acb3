import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSession } from './backup/write-backup.ts';
import { Client } from './client.ts';
import { openDatabase, type Database } from './database.ts';
import { withMigrationLock } from './migrate/lock.ts';
import type { Queryable } from './rows.ts';
import { openSealingPool } from './sealing-pool.ts';
import { onServer } from './testing/databases.ts';
import { freshDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
let name: string;
beforeAll(async () => {
  database = await freshDatabase();
  name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
});
afterAll(() => database.drop());

const set = (settings: Readonly<Record<string, string>>): Promise<void> =>
  onServer(
    database.url,
    Object.entries(settings)
      .map(([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = ${value}`)
      .join('; '),
  );

type Show = (setting: string) => Promise<string | undefined>;
const showOn =
  (db: Pick<Queryable, 'query'>): Show =>
  async (setting) =>
    (await db.query<{ value: string }>(`SELECT current_setting('${setting}') AS value`)).rows[0]?.value;

/** Asks a session of each kind, opened anew. */
async function inEachSession(ask: (show: Show, kind: string) => Promise<void>, url = database.url): Promise<void> {
  const db: Database = openDatabase({ url, name: 'goal-own' });
  const sealing = openSealingPool({ url, name: 'goal-own', topology: 'plain' });
  const session = await openSession(url, 'goal-own');
  const client = new Client({ connectionString: url, application_name: 'goal-own' });
  try {
    await client.connect();
    const { work, lookups, pages, ingest, operators } = db;
    const plain = { work, lookups, pages, ingest, operators: operators.work, sealing: sealing.pool, session, client };
    for (const [kind, one] of Object.entries(plain)) await ask(showOn(one), kind);
    for (const [kind, { prisma }] of Object.entries({ Prisma: db, 'Prisma of operators': operators }))
      await ask(
        async (setting) =>
          (await prisma.$queryRawUnsafe<{ value: string }[]>(`SELECT current_setting('${setting}') AS value`))[0]
            ?.value,
        kind,
      );
    await withMigrationLock(url, (lock) => ask(showOn(lock), 'migration'));
  } finally {
    await client.end();
    await session.end();
    await sealing.close();
    await db.close();
  }
}

describe('R§7.4 a commit that is acknowledged is on disk, whatever the database, the role or the address say', () => {
  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    // Chosen for a standby.
    ['remote_write', 'remote_write'],
    ['remote_apply', 'remote_apply'],
  ])('synchronous_commit = %s is %s in each session', async (said, is) => {
    await set({ synchronous_commit: said });
    await inEachSession(async (show, kind) => {
      expect([kind, await show('synchronous_commit')]).toEqual([kind, is]);
    });
  });

  it('also where the options of the address say off', async () => {
    await set({ synchronous_commit: 'on' });
    const url = new URL(database.url);
    url.searchParams.set('options', '-c synchronous_commit=off -c DateStyle=German');
    await inEachSession(async (show, kind) => {
      expect([kind, await show('synchronous_commit'), await show('DateStyle')]).toEqual([kind, 'on', 'ISO, YMD']);
    }, url.href);
  });
});

it('each session sets what it relies on, over the settings of the database', async () => {
  await set({
    statement_timeout: `'17s'`,
    lock_timeout: `'17s'`,
    idle_in_transaction_session_timeout: `'17s'`,
    idle_session_timeout: `'17s'`,
    default_transaction_isolation: `'serializable'`,
    default_transaction_read_only: 'on',
    default_transaction_deferrable: 'on',
    client_encoding: `'LATIN1'`,
    client_min_messages: 'error',
    DateStyle: `'German'`,
    IntervalStyle: `'iso_8601'`,
    TimeZone: `'Asia/Kolkata'`,
    bytea_output: 'escape',
    extra_float_digits: '-3',
    standard_conforming_strings: 'off',
    quote_all_identifiers: 'on',
    array_nulls: 'off',
    transform_null_equals: 'on',
    gin_fuzzy_search_limit: '5',
    enable_indexscan: 'off',
    enable_indexonlyscan: 'off',
    enable_nestloop: 'off',
    search_path: 'nowhere',
  });
  const expected = {
    idle_session_timeout: '0',
    default_transaction_isolation: 'read committed',
    default_transaction_read_only: 'off',
    default_transaction_deferrable: 'off',
    client_encoding: 'UTF8',
    client_min_messages: 'notice',
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'postgres',
    TimeZone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '1',
    standard_conforming_strings: 'on',
    quote_all_identifiers: 'off',
    array_nulls: 'on',
    transform_null_equals: 'off',
    gin_fuzzy_search_limit: '0',
    enable_indexscan: 'on',
    enable_indexonlyscan: 'on',
    enable_nestloop: 'on',
    search_path: '"public"',
  };
  await inEachSession(async (show, kind) => {
    const found: Record<string, string | undefined> = {};
    for (const setting of Object.keys(expected)) found[setting] = await show(setting);
    expect([kind, found]).toEqual([kind, expected]);
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      expect([kind, limit, await show(limit)]).not.toEqual([kind, limit, '17s']);
  });
});

it('opens a session of a role that ends statements after a millisecond, and takes the name and the limits that are its own', async () => {
  await set({ statement_timeout: `'1ms'` });
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'of-somebody-else');
  url.searchParams.set('statement_timeout', '1');
  url.searchParams.set('query_timeout', '1');
  await inEachSession(async (show, kind) => {
    expect([kind, await show('application_name')]).toEqual([kind, expect.stringMatching(/^goal/)]);
  }, url.href);
});
