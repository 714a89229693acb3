import { randomBytes, randomUUID } from 'node:crypto';

import { hearChanges, rows, type Database } from '@goal/db';
import { timePasses, until } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { one, openWorld, type EventWorld } from '../../test/event-world.ts';
import { RememberedSiteNames } from '../event/read/remembered-site-names.ts';
import { namesOfSites } from '../event/read/site-names.ts';
import { openCredentials } from './credentials.ts';
import { rememberedMs } from '../ground/look-up-cache.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Another process of the service, which hears of what `world.db` changes. */
async function listener(): Promise<Database> {
  const { db } = await world.another();
  const hearing = hearChanges(db);
  onTestFinished(() => hearing.close());
  await heard(db);
  return db;
}

/** Waits until the process has proven to have heard of all that was committed until now. */
async function heard(db: Database): Promise<void> {
  const now = performance.now();
  await until(() => (db.changes.heardUntil?.() ?? -Infinity) >= now);
}

let made: { site: number; account: number; prefix: string };
beforeEach(async () => {
  const { account, sites } = await world.account();
  const [site = 0] = sites;
  const prefix = randomUUID().replaceAll('-', '').slice(0, 12);
  await change('insert into site_key (site_no, prefix, hash) values ($1, $2, $3)', [site, prefix, randomBytes(32)]);
  made = { site, account, prefix };
});

const change = (text: string, values: unknown[] = []) => world.db.work.query(text, values);

test.each([
  ['a revoked key', 'update site_key set revoked_at = now() where site_no = $1', 'site'],
  ['a paused site', `update site set status = 'paused' where no = $1`, 'site'],
  ['another rate', 'update site set rate_limit_rps = 3 where no = $1', 'site'],
  ['a deleted site', 'delete from site where no = $1', 'site'],
  ['a flipped flag', 'update account set is_reseller = true where no = $1', 'account'],
  ['another plan', `update account set plan = 'free' where no = $1`, 'account'],
  ['a deleted account', 'delete from account where no = $1', 'account'],
] as const)(
  'R§2.5 %s is known to another process once it has proven that it hears, whoever changed it',
  async (_, text, whose) => {
    const db = await listener();
    const { site } = openCredentials(db);
    const before = await site.get(made.prefix);
    await change(text, [made[whose]]);
    await heard(db);
    const now = await site.get(made.prefix);
    expect(now).not.toEqual(before);
    expect(now).toEqual(await openCredentials(world.db).site.get(made.prefix));
  },
);

test.each([
  ['another name', `update site set name = 'Another' where no = $1`, 'Another'],
  ['another domain', `update site set name = domain, domain = 'another.example.com' where no = $1`, expect.any(String)],
  ['its deletion', 'delete from site where no = $1', undefined],
] as const)('R§2.5 R§6.6 a page names a site as it is called after %s', async (_, text, name) => {
  const db = await listener();
  const names = new RememberedSiteNames(db);
  const before = await names.of(made.account, [made.site]);
  await change(text, [made.site]);
  await heard(db);
  const now = await names.of(made.account, [made.site]);
  expect([before.size, now.get(made.site)?.site_name]).toEqual([1, name]);
  expect(now).toEqual(await namesOfSites(world, made.account, [made.site]));
});

test('R§10.5 a remembered name of a site is never given to another account', async () => {
  const names = new RememberedSiteNames(world.db);
  expect((await names.of(made.account, [made.site])).size).toBe(1);
  expect((await names.of(made.account + 1, [made.site])).size).toBe(0);
});

test('R§2.5 what is remembered outlives the half second while every change is heard, and costs no statement', async () => {
  const db = await listener();
  const { site } = openCredentials(db);
  const first = await site.get(made.prefix);
  await timePasses(rememberedMs);
  await heard(db);
  expect(await site.get(made.prefix)).toBe(first);
});

test('writing last uses tells nobody', async () => {
  const db = await listener();
  const { ended } = db.changes;
  await change('update site_key set last_used_at = now() where site_no = $1', [made.site]);
  await heard(db);
  expect(db.changes.ended).toBe(ended);
});

test('R§2.5 a lost connection for messages proves nothing, and all that was remembered goes before it proves again', async () => {
  const db = await listener();
  const { site } = openCredentials(db);
  await site.get(made.prefix);
  const { ended } = db.changes;
  const lost = () =>
    one(
      world.db,
      `select count(pg_terminate_backend(pid)) as value from pg_stat_activity
        where datname = current_database() and application_name like '%goal_changes'`,
    );
  // The change is made while nobody hears it.
  expect(await lost()).toBeGreaterThan(0);
  await change('update site_key set revoked_at = now() where site_no = $1', [made.site]);
  await heard(db);
  expect(db.changes.ended).toBeGreaterThan(ended);
  expect(await site.get(made.prefix)).toMatchObject({ active: false });
});

/** Whether a column never changes: it is a primary key. */
const isFixed = (column: string): boolean => /^(no|slug)$/.test(column.split('.')[1] ?? '');

test('the database tells of every column that the look-ups of keys and names read', async () => {
  const { db } = await world.another();
  const { site, account, group, operator } = openCredentials(db);
  for (const kind of [site, account, group, operator]) await kind.get(made.prefix);
  await new RememberedSiteNames(db).of(made.account, [made.site]);
  // The prepared statements themselves say which columns they read.
  const prepared = await rows<[name: string, text: string]>(db.lookups, {
    name: 'prepared',
    text: `select name, statement from pg_prepared_statements where name like 'find-%'`,
    values: [],
  });
  expect(prepared).toHaveLength(5);
  const keysOf = (name: string): string => (name === 'find-site-names' ? `'{}'::int[]` : `'{}'::text[]`);
  for (const [name, text] of prepared) await change(`create view "${name}" as ${text.replace('$1', keysOf(name))}`);
  const read = await change(
    `select distinct table_name || '.' || column_name as column from information_schema.view_column_usage where view_name like 'find-%'`,
  );
  const told = await change(`
    select c.relname || '.' || a.attname as column from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where t.tgname = 'tell_change' and (t.tgattr = ''::int2vector or a.attnum = any(t.tgattr))`);
  const columns = (of: typeof read): string[] => of.rows.map((row: { column: string }) => row.column);
  expect(columns(read).length).toBeGreaterThan(25);
  expect(columns(read).filter((column) => !isFixed(column) && !columns(told).includes(column))).toEqual([]);
});
