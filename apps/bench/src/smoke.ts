import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { openDatabase } from '@goal/db';
import pg from 'pg';

import { measureIngest } from './measures/ingest.ts';
import { measureLookUp } from './measures/look-up.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePages } from './measures/pages.ts';
import { measureSingles } from './measures/singles.ts';
import type { World } from './measures/world.ts';
import { openProgress } from './progress.ts';
import type { Result } from './report.ts';
import { guarded, type Closing } from './run.ts';
import { freshDatabases } from './world/database.ts';
import { openHttp } from './world/http.ts';
import { loadEvents } from './world/load.ts';
import { populate } from './world/population.ts';
import { at, randomFrom } from './world/random.ts';
import { startService, type Service } from './world/service.ts';

/** In the order of the table. */
export const measures = {
  pages: measurePages,
  'look-up': measureLookUp,
  ingest: measureIngest,
  singles: measureSingles,
  memory: measureMemory,
} as const;
export type MeasureName = keyof typeof measures;

const size = { accounts: 40, sitesOfLargest: 100, largestShare: 0.15 };
const events = 200_000;

export type SmokeOptions = { dataDir: string; only: readonly MeasureName[]; profile: boolean };

/**
 * The short run: a fresh database with 200,000 events, the service in a process of its own, one measure after the other. Leaves nothing running.
 * Throws `Interrupted` on a signal, and `StartupError` when another run is under way.
 */
export function smoke(options: SmokeOptions): Promise<Result[]> {
  return guarded((closing) => run(options, closing));
}

async function run({ dataDir, only, profile }: SmokeOptions, closing: Closing): Promise<Result[]> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  step('A fresh database');
  const { urls, close } = await freshDatabases(dataDir, ['smoke']);
  closing.unshift(close);
  const url = at(urls, 0);
  const db = openDatabase({ url, name: 'goal (bench)' });
  closing.unshift(() => db.close());
  const plain = new pg.Pool({ connectionString: url, max: 32, query_timeout: 120_000 });
  closing.unshift(() => plain.end());
  const start = (name: string): Promise<Service> =>
    startService(url, path.join(dataDir, name), { profileDir: profile ? dataDir : undefined });
  const service = await start('service.log');
  closing.unshift(service.stop);
  const http = openHttp(service.origin, 64);
  closing.unshift(http.close);
  const random = randomFrom(20_260_101);
  const population = await populate(db, http, size, step('Accounts and sites'));
  await loadEvents(http, population.sites, { random, events, days: 300 }, step(`${events} events`));
  await plain.query('VACUUM (ANALYZE) event');
  const world: Omit<World, 'progress'> = {
    startService: () => start('service-2.log'),
    http,
    db,
    plain,
    population,
    random,
  };
  const results: Result[] = [];
  for (const name of only) results.push(await measures[name]({ ...world, progress: step(`Measuring ${name}`) }));
  return results;
}
