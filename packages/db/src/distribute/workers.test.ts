import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { addWorker, freshDatabase, pretendCitus, type WorkerOnPaper } from '../testing/index.ts';
import { distributedTables } from './conditions.ts';
import { distribute, distributionStatements } from './distribute.ts';
import { checkWorkers, readCluster, workerSettings } from './workers.ts';

let database: { url: string; drop: () => Promise<void> };
let client: pg.Client;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** A database whose catalog shows these workers. */
async function withWorkers(...workers: WorkerOnPaper[]): Promise<void> {
  await pretendCitus(database.url, workers);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}
const run = (shards?: number) => distribute(database.url, { isDryRun: false, shards });
const [one, two, three] = ['worker.example:5001', 'worker.example:5002', 'worker.example:5003'];
const state = async () => (await readCluster(client))?.workers.map(({ name, shards }) => [name, shards]);

test('sets each worker and distributes every table over the shards that were asked for; again, it does nothing', async () => {
  await withWorkers({ port: 5001 }, { port: 5002 });
  expect(await readCluster(client)).toBeUndefined();
  expect(await run(64)).toEqual({ statements: distributionStatements(64), set: [one, two] });
  const whole = { bytes: 1_000_000, isAway: false, lacks: [], shards: 32 };
  expect(await readCluster(client)).toEqual({
    shards: 64,
    workers: [
      { ...whole, name: one },
      { ...whole, name: two },
    ],
  });
  const { rows } = await client.query<{ settings: object }>('select settings from paper.worker');
  expect(rows.map(({ settings }) => settings)).toEqual([workerSettings, workerSettings]);
  await checkWorkers(database.url);
  for (const shards of [undefined, 64]) expect(await run(shards)).toEqual({ statements: [], set: [] });
});

test('what a worker needs: the plans of the pool of pages and UTC, but neither its time limits nor its generic plans', () => {
  expect(workerSettings).toEqual({
    TimeZone: 'UTC',
    enable_sort: 'off',
    enable_incremental_sort: 'off',
    enable_bitmapscan: 'off',
    enable_seqscan: 'off',
    jit: 'off',
  });
});

test('a worker that was added later holds no shard and stops the next start, until the command has run again', async () => {
  await withWorkers({ port: 5001 }, { port: 5002 });
  await run();
  await addWorker(client, { port: 5003 });
  expect(await state()).toEqual([
    [one, 16],
    [two, 16],
    [three, 0],
  ]);
  await expect(checkWorkers(database.url)).rejects.toThrow(
    /^The worker worker\.example:5003 lacks settings \(TimeZone, enable_sort, .*\) of the role ".+", without which it chooses slow plans: run "goal migrate --distribute", or on that worker: SET citus\.enable_alter_role_set_propagation = off; ALTER ROLE ".+" SET TimeZone = 'UTC'; .*ALTER ROLE ".+" SET jit = 'off';$/,
  );
  expect(await run()).toEqual({ statements: [], set: [one, two, three] });
  await checkWorkers(database.url);
});

test('a table that a former command left is distributed with as many shards as the others', async () => {
  await withWorkers({ port: 5001 }, { port: 5002 });
  await run(8);
  await client.query(`delete from paper.distributed where name = 'tail'::regclass`);
  expect((await run()).statements).toEqual([
    `SELECT create_distributed_table('tail', 'account', colocate_with => 'event');`,
  ]);
});

test('refuses, and distributes nothing: another number of shards, no worker, one that is away or refuses its settings, a table with rows', async () => {
  await withWorkers();
  await expect(run()).rejects.toThrow(
    'This Citus has no worker that could take a shard: add one with SELECT citus_add',
  );
  await addWorker(client, { port: 5001 });
  await addWorker(client, { port: 5002, isAway: true });
  await expect(run()).rejects.toThrow(
    'The worker worker.example:5002 is away (connection to the remote node failed): distribute when it is back.',
  );
  await client.query('update paper.worker set is_away = false, is_stubborn = true where port = 5002');
  await expect(run()).rejects.toThrow(
    /^The worker worker\.example:5002 does not let the role ".+" have its settings \(permission denied\): run there: SET citus/,
  );
  await client.query('update paper.worker set is_stubborn = false');
  await client.query('insert into tail_head (account, last) values (1, 1)');
  await expect(run()).rejects.toThrow(
    'The table "tail_head" is not empty: distribute an empty database and restore into it, as docs/scale.md says.',
  );
  expect((await client.query('select from paper.distributed')).rowCount).toBe(0);
  await client.query('delete from tail_head');
  expect((await run()).statements).toHaveLength(distributedTables.length);
  await expect(run(64)).rejects.toThrow('The tables are distributed over 32 shards already: leave --shards out, or');
});

test('a worker that is away stops no start, and is shown as away', async () => {
  await withWorkers({ port: 5001 }, { port: 5002 });
  await run();
  await client.query('update paper.worker set is_away = true where port = 5001');
  await checkWorkers(database.url);
  expect((await readCluster(client))?.workers.map(({ isAway, bytes }) => [isAway, bytes])).toEqual([
    [true, null],
    [false, 1_000_000],
  ]);
});
