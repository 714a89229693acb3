import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase, type Database } from './database.ts';
import { sessionSettings } from './session-settings.ts';
import { freshDatabase, pretendCitus } from './testing/index.ts';

const pools = ['work', 'lookups', 'pages', 'ingest'] as const;
const databases: { url: string; drop: () => Promise<void> }[] = [];
let plain: Database;
let citus: Database;
beforeAll(async () => {
  databases.push(await freshDatabase(), await freshDatabase());
  const [one, other] = databases.map(({ url }) => url);
  await pretendCitus(other ?? '', []);
  plain = openDatabase({ url: one ?? '' });
  citus = openDatabase({ url: other ?? '' });
});
afterAll(async () => {
  await Promise.all([plain.close(), citus.close()]);
  for (const { drop } of databases) await drop();
});

const planning = async (db: Pick<Database, (typeof pools)[number]>): Promise<string[]> =>
  Promise.all(
    pools.map(async (name) => {
      const text = `select current_setting('plan_cache_mode') || ' ' || current_setting('jit') as value`;
      const { rows } = await db[name].query<{ value: string }>(text);
      return rows[0]?.value ?? '';
    }),
  );

test('a database learns from the catalog whether it works on Citus, where no plan is forced and nothing is compiled', async () => {
  expect(await citus.topology()).toBe('citus');
  expect(await planning(citus)).toEqual(pools.map(() => 'auto off'));
  expect(await planning({ ...citus, work: citus.operators.work })).toEqual(pools.map(() => 'auto off'));
  for (const pool of pools)
    expect(Object.values(sessionSettings(pool, 'citus')), pool).not.toContain('force_generic_plan');
});

test('on plain PostgreSQL the pools that read and store events keep their generic plans', async () => {
  expect(await plain.topology()).toBe('plain');
  expect((await planning(plain)).slice(1)).toEqual(pools.slice(1).map(() => 'force_generic_plan off'));
});

test('a database that does not answer is asked again', async () => {
  const url = new URL(databases[0]?.url ?? '');
  url.pathname = '/none';
  const db = openDatabase({ url: url.href });
  for (const again of [1, 2])
    await expect(db.work.query('select 1'), `try ${again}`).rejects.toMatchObject({ code: '3D000' });
  await db.close();
});
