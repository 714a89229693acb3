import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import { openDatabase, type Database } from '@goal/db';
import pg from 'pg';

import { busyCores } from './machine.ts';
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
import { measureTail } from './measures/tail.ts';
import { measureThroughput } from './measures/throughput.ts';
import type { Side, World } from './measures/world.ts';
import { openProgress } from './progress.ts';
import type { Result } from './report.ts';
import { guarded, type Closing, type Run } from './run.ts';
import { openDataSet, openEmptySet, type DataSet } from './world/data-set.ts';
import { openBenchServer } from './world/database.ts';
import { openHttp } from './world/http.ts';
import { readPopulation } from './world/population.ts';
import { randomFrom } from './world/random.ts';
import { startService, type Service } from './world/service.ts';
import { sizes, type SizeName } from './world/sizes.ts';

/** In the order of the table: what only reads comes first. */
export const measures = {
  pages: measurePages,
  throughput: measureThroughput,
  'look-up': measureLookUp,
  filters: measureFilters,
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
  tail: measureTail,
  memory: measureMemory,
} as const satisfies Record<string, (world: World) => Promise<Result | Result[]>>;
export type MeasureName = keyof typeof measures;

export type SizeOptions = { dataDir: string; name: SizeName; only: readonly MeasureName[]; profile: boolean };

/**
 * The service on the data set of a size, in a process of its own, one measure after the other. The data set stays in the folder for the next run; nothing is
 * left running. Throws `Interrupted` on a signal, and `StartupError` when another run is under way.
 */
export function runSize(options: SizeOptions): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run({ dataDir, name, only, profile }: SizeOptions, closing: Closing): Promise<Run> {
  const progress = openProgress();
  mkdirSync(dataDir, { recursive: true });
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const at = (database: string): Place => ({ dataDir, database, profile: profile ? dataDir : undefined });
  const set = await openDataSet(server, name, progress.step);
  const beside = name === '30m' ? await openDataSet(server, '1m', progress.step) : undefined;
  const own = await openSide(set, at(name), closing);
  const small = beside && (await openSide(beside, at('1m'), closing));
  const operator = await createAdminToken(
    { db: own.db },
    { kind: 'cli', name: 'bench' },
    { name: 'bench', scope: 'admin:write' },
  );
  const world: Omit<World, 'progress'> = {
    ...own,
    small,
    url: set.url,
    events: sizes[name].events,
    dataDir,
    operator: operator.token,
    random: randomFrom(Date.now()),
    startService: () => startService(set.url, path.join(dataDir, 'service-2.log')),
    fresh: async (database) => {
      const opened: Closing = [];
      const close = async (): Promise<void> => {
        for (const one of opened) await one();
      };
      const empty = await openEmptySet(server, database);
      return { ...(await openSide(empty, at(database), opened)), close };
    },
  };
  const results: Result[] = [];
  const busy: number[] = [];
  for (const one of only) {
    const say = progress.step(`Measuring ${one}`);
    busy.push(await busyCores());
    results.push(...(await rowsOf(one, { ...world, progress: say })));
  }
  return { results, postgres: server.version, busyCores: busy };
}

/** A measure that fails costs its own rows, not those of the hour before. */
async function rowsOf(name: MeasureName, world: World): Promise<Result[]> {
  try {
    return [await measures[name](world)].flat();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? said) : said}\n`);
    return [{ what: name, figures: said, ratios: [], failed: true }];
  }
}

type Place = { dataDir: string; database: string; profile: string | undefined };

/** The service on a database, and what reaches both. */
async function openSide(
  { url, secret, planned }: DataSet,
  { dataDir, database, profile }: Place,
  closing: Closing,
): Promise<Side> {
  const db: Database = openDatabase({ url, name: 'goal (bench)' });
  closing.unshift(() => db.close());
  // The server's own limit: the client's timer would outlive a COPY that ended, and this process with it.
  const plain = new pg.Pool({ connectionString: url, max: 32, statement_timeout: 120_000 });
  closing.unshift(() => plain.end());
  const population = await readPopulation(plain, secret, planned);
  const service: Service = await startService(url, path.join(dataDir, `${database}.log`), { profileDir: profile });
  closing.unshift(service.stop);
  const http = openHttp(service.origin, 64);
  closing.unshift(http.close);
  return { service, http, db, plain, population };
}
