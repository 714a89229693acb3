import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import { openDatabase, type Database } from '@goal/db';
import pg from 'pg';

import { busyCores } from './machine.ts';
import { measureAddresses } from './measures/addresses.ts';
import { measureBackup } from './measures/backup.ts';
import { measureBytes } from './measures/bytes.ts';
import { measureExport } from './measures/export.ts';
import { measureFairness } from './measures/fairness.ts';
import { measureFlood } from './measures/flood.ts';
import { measureFilters } from './measures/filters.ts';
import { measureGroups } from './measures/groups.ts';
import { measureIngest } from './measures/ingest.ts';
import { measureLists } from './measures/lists.ts';
import { measureLookUp } from './measures/look-up.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePages } from './measures/pages.ts';
import { measurePurge } from './measures/purge.ts';
import { measureSingles } from './measures/singles.ts';
import { measureSummary } from './measures/summary.ts';
import { measureTail } from './measures/tail.ts';
import { measureThroughput } from './measures/throughput.ts';
import type { Side, World } from './measures/world.ts';
import { openProgress, type Progress } from './progress.ts';
import type { Result } from './report.ts';
import { guarded, rowsOf, type Closing, type Run } from './run.ts';
import { openDataSet, openEmptySet, type DataSet } from './world/data-set.ts';
import { openBenchServer, type BenchServer } from './world/database.ts';
import { openHttp } from './world/http.ts';
import { readPopulation } from './world/population.ts';
import { randomFrom } from './world/random.ts';
import { startService, type Service } from './world/service.ts';
import { sizes, type SizeName } from './world/sizes.ts';

/** In the order of the table: measures that only read come first. */
const measures = {
  pages: measurePages,
  throughput: measureThroughput,
  'look-up': measureLookUp,
  filters: measureFilters,
  summary: measureSummary,
  groups: measureGroups,
  lists: measureLists,
  export: measureExport,
  backup: measureBackup,
  fairness: measureFairness,
  flood: measureFlood,
  ingest: measureIngest,
  singles: measureSingles,
  purge: measurePurge,
  bytes: measureBytes,
  addresses: measureAddresses,
  tail: measureTail,
  memory: measureMemory,
} as const satisfies Record<string, (world: World) => Promise<Result | Result[]>>;
export type MeasureName = keyof typeof measures;
// The keys of `measures`, whose type Object.keys forgets.
export const measureNames = Object.keys(measures) as MeasureName[];

export type SizeOptions = { dataDir: string; name: SizeName; only: readonly MeasureName[]; profile: boolean };

/**
 * Starts the service on the data set of a size and runs one measure after the other. The data set
 * stays in the folder for the next run; no process keeps running. Throws `Interrupted` on a signal
 * and `StartupError` if another run is in progress.
 */
export function runSize(options: SizeOptions): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run(options: SizeOptions, closing: Closing): Promise<Run> {
  const progress = openProgress();
  mkdirSync(options.dataDir, { recursive: true });
  const server = await openBenchServer(options.dataDir);
  closing.unshift(server.close);
  const world = await openWorld(options, server, progress, closing);
  const results: Result[] = [];
  const busy: number[] = [];
  // In the order of the table, whatever order was asked for: an export counts the events that the
  // run began with.
  for (const measure of measureNames.filter((name) => options.only.includes(name))) {
    const say = progress.step(`Measuring ${measure}`);
    busy.push(await busyCores());
    results.push(...(await rowsOf(measure, async () => measures[measure]({ ...world, progress: say }))));
  }
  return { results, postgres: server.version, busyCores: busy };
}

/** Opens the data set of the size, and for `30m` the one with 1 million events beside it. */
async function openWorld(
  { dataDir, name, profile }: SizeOptions,
  server: BenchServer,
  progress: Progress,
  closing: Closing,
): Promise<Omit<World, 'progress'>> {
  const optionsOf = (database: string): SideOptions => ({
    dataDir,
    database,
    profileDir: profile ? dataDir : undefined,
  });
  const set = await openDataSet(server, { name, size: sizes[name] }, progress.step);
  const smallSet =
    name === '30m' ? await openDataSet(server, { name: '1m', size: sizes['1m'] }, progress.step) : undefined;
  const side = await openSide(set, optionsOf(name), closing);
  const small = smallSet && (await openSide(smallSet, optionsOf('1m'), closing));
  const operator = await createAdminToken(
    { db: side.db },
    { kind: 'cli', name: 'bench' },
    { name: 'bench', scope: 'admin:write' },
  );
  return {
    ...side,
    small,
    url: set.url,
    events: sizes[name].events,
    dataDir,
    operator: operator.token,
    random: randomFrom(Date.now()),
    startService: (environment = {}) => {
      const nth = Object.values(environment).join('-') || '1';
      return startService(set.url, path.join(dataDir, `service-2-${nth}.log`), { environment });
    },
    fresh: async (database) => {
      const opened: Closing = [];
      const close = async (): Promise<void> => {
        for (const one of opened) await one();
      };
      const empty = await openEmptySet(server, database);
      return { ...(await openSide(empty, optionsOf(database), opened)), close };
    },
  };
}

type SideOptions = { dataDir: string; database: string; profileDir: string | undefined };

/** Starts the service on a database, and opens the clients and pools that reach both. */
export async function openSide(
  { url, secret, planned }: DataSet,
  { dataDir, database, profileDir }: SideOptions,
  closing: Closing,
): Promise<Side> {
  const db: Database = openDatabase({ url, name: 'goal (bench)' });
  closing.unshift(() => db.close());
  // The server's timeout, because the client's timer keeps running after a COPY has ended, and
  // would keep this process alive.
  const plain = new pg.Pool({ connectionString: url, max: 32, statement_timeout: 120_000 });
  // `end` resolves before the server has read that a connection ends, so the server may still tell
  // such a connection of its own end.
  plain.on('error', () => {});
  closing.unshift(() => plain.end());
  const population = await readPopulation(plain, secret, planned);
  const service: Service = await startService(url, path.join(dataDir, `${database}.log`), { profileDir });
  closing.unshift(service.stop);
  const http = openHttp(service.origin, 64);
  closing.unshift(http.close);
  return { service, http, db, plain, population };
}
