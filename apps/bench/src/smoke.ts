import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
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
import { freshDatabase } from './world/database.ts';
import { openHttp } from './world/http.ts';
import { loadEvents } from './world/load.ts';
import { populate } from './world/population.ts';
import { randomFrom } from './world/random.ts';
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

/** Somebody ended the run; everything that it started is stopped. */
export class Interrupted extends Error {}

/**
 * The short run: a fresh database with 200,000 events, the service in a process of its own, one measure after the other. Leaves nothing running.
 * Throws `Interrupted` on a signal, and `StartupError` when another run is under way.
 */
export async function smoke(options: SmokeOptions): Promise<Result[]> {
  const closing: (() => unknown)[] = [];
  const signal = new Promise<never>((_, reject) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(name, () => reject(new Interrupted('Ended.')));
  });
  try {
    return await Promise.race([run(options, closing), signal]);
  } finally {
    for (const close of closing) await close();
  }
}

async function run({ dataDir, only, profile }: SmokeOptions, closing: (() => unknown)[]): Promise<Result[]> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  step('A fresh database');
  const database = await freshDatabase(dataDir, 'smoke');
  closing.unshift(database.close);
  const db = openDatabase({ url: database.url, name: 'goal (bench)' });
  closing.unshift(() => db.close());
  const plain = new pg.Pool({ connectionString: database.url, max: 32, query_timeout: 120_000 });
  closing.unshift(() => plain.end());
  const start = (name: string): Promise<Service> =>
    startService(database.url, path.join(dataDir, name), profile ? dataDir : undefined);
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

/** The figures with what they were taken on, for a machine to read. */
export function writeJson(file: string, results: readonly Result[]): void {
  const [cpu] = cpus();
  const machine = {
    cpu: cpu?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: process.platform,
  };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`);
}
