import { distributedTables } from '@goal/db';
import { emptyDatabase, freshDatabase, pretendCitus } from '@goal/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { goal } from '../testing/goal.ts';
import { json } from '../testing/service.ts';

let database: { url: string; drop: () => Promise<void> } | undefined;
beforeEach(() => (database = undefined));
afterEach(() => database?.drop());

const workers = [{ port: 5001 }, { port: 5002 }];
const names = ['worker.example:5001', 'worker.example:5002'];
const run = (args: string) => goal(['migrate', ...args.split(' ')], { DATABASE_URL: database?.url ?? '' });
const statements = (shards: number): string[] =>
  distributedTables.map((table, place) => {
    const how = place === 0 ? `'none', shard_count => ${shards}` : `'event'`;
    return `SELECT create_distributed_table('${table}', 'account', colocate_with => ${how});`;
  });
const advice = (shards: number, millions: string): string =>
  `${shards} shards hold about ${millions} million events at 40 GB a shard. Choose --shards for the events that you expect: the number cannot be changed later.`;

test('R§9.1 migrate --distribute sets the workers, distributes over the shards that were asked for and says how much they hold; again, it does nothing', async () => {
  database = await freshDatabase();
  await pretendCitus(database.url, workers);
  const { code, out, err } = await run('--distribute --shards 128');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trimEnd().split('\n')).toEqual([
    'The database is up to date.',
    `Set what the role needs on: ${names.join(', ')}.`,
    'Distributed:',
    ...statements(128),
    advice(128, '9,942'),
  ]);
  expect(await run('--distribute')).toEqual({
    code: 0,
    out: 'The database is up to date.\nEverything was distributed already.\n',
    err: '',
  });
  const refused = await run('--distribute --shards 64');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('The tables are distributed over 128 shards already');
});

test('R§9.1 migrate --distribute makes the tables of an empty database first, and --json names what it did', async () => {
  database = await emptyDatabase();
  await pretendCitus(database.url, workers);
  const { applied, distributed, workers_set: set } = json(await run('--distribute --json'));
  expect(applied).toContain('20261121000000_first');
  expect(distributed).toHaveLength(distributedTables.length);
  expect(set).toEqual(names);
});

test('R§9.1 migrate --distribute --dry-run prints the statements and the advice before the first start, and makes no table', async () => {
  database = await emptyDatabase();
  const [first, again] = [await run('--distribute --dry-run'), await run('--distribute --dry-run')];
  expect(first).toEqual({
    code: 0,
    out: `${[...statements(32), advice(32, '2,485')].join('\n')}\n`,
    err: '',
  });
  expect(again).toEqual(first);
});

test.each([
  ['--dry-run', '--dry-run needs --distribute'],
  ['--shards 3', '--shards needs --distribute'],
  ['--distribute --shards 0', 'Give a whole number from 1 to 1024.'],
  ['--distribute --shards 1025', 'Give a whole number from 1 to 1024.'],
  ['--distribute --shards 1e3', 'Give a whole number from 1 to 1024.'],
])('R§9.1 wrong usage of migrate exits with 1 and the reason, and changes nothing: %s', async (args, reason) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(reason);
});
