import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';

import { emptyDatabase, freshDatabase } from '../testing/index.ts';
import { brokenConditions, distributedTables } from './conditions.ts';
import { distribute, distributionStatements } from './distribute.ts';

let database: { url: string; drop: () => Promise<void> };
let client: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('what Citus requires of the tables that it distributes', () => {
  beforeEach(() => client.query('begin'));
  afterEach(() => client.query('rollback'));

  it('is met by every table that has an account and grows with its events', async () => {
    expect(await brokenConditions(client)).toEqual([]);
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'account' and c.relname not like 'gone%' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...distributedTables].toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it.each([
    ['a table that is missing', 'drop table tail', /^tail is no ordinary/],
    ['a table without a log', 'alter table kept set unlogged', /^kept is no ordinary/],
    ['children', 'create table child () inherits (tail)', /^tail is no ordinary/],
    ['another type of the account', 'alter table kept alter account type bigint', /^kept has no column "account"/],
    ['an account by default', 'alter table kept alter account set default 1', /^kept has no column "account"/],
    ['a table without a primary key', 'alter table tail drop constraint tail_pkey', /^tail has no primary key/],
    ['a unique index without the account', 'create unique index bad on event (id)', /^bad is a unique/],
    ['one that only includes it', 'create unique index bad on event (id) include (account)', /^bad is a unique/],
    [
      'a foreign key',
      'alter table event add constraint bad foreign key (account) references account (no)',
      /^bad is a foreign key/,
    ],
    [
      'a foreign key to one of them',
      'create table other (account int, constraint bad foreign key (account) references tail_head (account))',
      /^bad is a foreign key/,
    ],
    [
      'a trigger',
      'create trigger bad before update on event for each row execute function suppress_redundant_updates_trigger()',
      /^bad is a trigger/,
    ],
    ['a rule', 'create rule bad as on delete to event do instead nothing', /^bad is a rule/],
    ['row security', 'alter table event enable row level security', /^event has row security/],
    ['a serial column', 'alter table event add column bad bigserial', /^event.bad takes its value from a sequence/],
    [
      'a function of our own',
      'create index bad on event using gin (search_parts(message))',
      /^bad search_parts calls a function/,
    ],
  ])('%s is noticed', async (_what, change, sentence) => {
    await client.query(change);
    expect(await brokenConditions(client)).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('distribute', () => {
  const dry = (url: string, shards?: number) => distribute(url, { isDryRun: true, shards });

  it('--dry-run names each table once: event first with its shards, all others colocated with it', async () => {
    const { statements } = await dry(database.url, 128);
    expect(statements).toEqual(distributionStatements(128));
    expect(statements[0]).toBe(
      `SELECT create_distributed_table('event', 'account', colocate_with => 'none', shard_count => 128);`,
    );
    const named = statements
      .slice(1)
      .map(
        (one) => /^SELECT create_distributed_table\('(\w+)', 'account', colocate_with => 'event'\);$/.exec(one)?.[1],
      );
    expect(['event', ...named]).toEqual([...distributedTables]);
    expect(await dry(database.url)).toEqual({ statements: distributionStatements(32), set: [] });
  });

  it('--dry-run serves before the first start, when there is no table yet', async () => {
    const empty = await emptyDatabase();
    try {
      expect(await dry(empty.url)).toEqual({ statements: distributionStatements(32), set: [] });
    } finally {
      await empty.drop();
    }
  });

  it('refuses a database without Citus, or a table that Citus would refuse, and says why', async () => {
    await expect(distribute(database.url, { isDryRun: false })).rejects.toThrow(/^This database has no Citus: /);
    await client.query('create unique index bad on event (id)');
    await expect(dry(database.url)).rejects.toThrow(
      'The tables cannot be distributed:\nbad is a unique or excluding key without the column "account"',
    );
    await client.query('drop index bad');
  });
});
