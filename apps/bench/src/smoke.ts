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
import { startService } from './world/service.ts';

/** In the order of the table. Memory comes last: the requests of the others belong to no count. */
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

/** The short run: a fresh database with 200,000 events, the service in a process of its own, one measure after the other. */
export async function smoke({ dataDir, only, profile }: SmokeOptions): Promise<Result[]> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  const closing: (() => unknown)[] = [];
  try {
    step('A fresh database');
    const database = await freshDatabase(dataDir, 'smoke');
    closing.unshift(database.close);
    const db = openDatabase({ url: database.url, name: 'goal (bench)' });
    closing.unshift(() => db.close());
    const plain = new pg.Pool({ connectionString: database.url, max: 32, query_timeout: 120_000 });
    closing.unshift(() => plain.end());
    const service = await startService(database.url, path.join(dataDir, 'service.log'), profile ? dataDir : undefined);
    closing.unshift(service.stop);
    const http = openHttp(service.origin, 64);
    closing.unshift(http.close);
    const random = randomFrom(20_260_101);
    const population = await populate(db, http, size, step('Accounts and sites'));
    await loadEvents(http, population.sites, { random, events, days: 300 }, step(`${events} events`));
    await plain.query('VACUUM (ANALYZE) event');
    const world: Omit<World, 'progress'> = { service, http, db, plain, population, random };
    const results: Result[] = [];
    for (const name of only) results.push(await measures[name]({ ...world, progress: step(`Measuring ${name}`) }));
    return results;
  } finally {
    for (const close of closing) await close();
  }
}

/** The figures with what they were taken on, for a machine to read. */
export function writeJson(file: string, results: readonly Result[]): void {
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30), node: process.version, platform: process.platform };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`);
}
