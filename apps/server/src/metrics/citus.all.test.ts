import { distribute } from '@goal/db';
import { freshDatabase, openPatientDatabase, pretendCitus } from '@goal/db/testing';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';

import { registerCitus } from './citus.ts';

/** The lines of a scrape that are figures. */
async function scrape(url: string, change?: string): Promise<string[]> {
  const db = openPatientDatabase({ url });
  try {
    const registry = new Registry();
    registerCitus(registry, db);
    const lines = async (): Promise<string[]> =>
      (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    await lines();
    if (change !== undefined) await db.work.query(change);
    return await lines();
  } finally {
    await db.close();
  }
}

test('R§9.2 /metrics has the shards and bytes of each worker of Citus, and which one is away; on plain PostgreSQL it has none of them', async () => {
  const database = await freshDatabase();
  try {
    expect(await scrape(database.url)).toEqual([]);
    await pretendCitus(database.url, [{ port: 5001 }, { port: 5002, bytes: 3_000_000 }]);
    await distribute(database.url, { isDryRun: false });
    expect(await scrape(database.url, 'update paper.worker set is_away = true where port = 5001')).toEqual([
      'goal_citus_worker_up{worker="worker.example:5001"} 0',
      'goal_citus_worker_up{worker="worker.example:5002"} 1',
      'goal_citus_worker_shards{worker="worker.example:5001"} 16',
      'goal_citus_worker_shards{worker="worker.example:5002"} 16',
      'goal_citus_worker_bytes{worker="worker.example:5001"} 0',
      'goal_citus_worker_bytes{worker="worker.example:5002"} 3000000',
    ]);
  } finally {
    await database.drop();
  }
});
