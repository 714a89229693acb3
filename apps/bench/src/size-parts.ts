import path from 'node:path';

import { openDatabase } from '@goal/db';
import pg from 'pg';

import { measureBackup } from './measures/backup.ts';
import { measureBytes } from './measures/bytes.ts';
import { measureExport } from './measures/export.ts';
import { measureFairness } from './measures/fairness.ts';
import { measureFilters } from './measures/filters.ts';
import { measureGroups } from './measures/groups.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePages } from './measures/pages.ts';
import { measurePurge } from './measures/purge.ts';
import { measureIngest, measureSingles, measureThroughput } from './measures/rates.ts';
import { measureSummary } from './measures/summary.ts';
import { measureTail } from './measures/tail.ts';
import type { Side, World } from './measures/world.ts';
import { part, type Opening, type Part } from './part.ts';
import type { Closing } from './run.ts';
import { openDataSet, openEmptySet, type DataSet } from './world/data-set.ts';
import { openHttp } from './world/http.ts';
import { readPopulation } from './world/population.ts';
import { randomFrom } from './world/random.ts';
import { startService } from './world/service.ts';
import { sizes, type SizeName } from './world/sizes.ts';

/** In the order of the table: measures that only read come first. */
const measures = {
  pages: measurePages,
  throughput: measureThroughput,
  filters: measureFilters,
  summary: measureSummary,
  groups: measureGroups,
  export: measureExport,
  backup: measureBackup,
  fairness: measureFairness,
  ingest: measureIngest,
  singles: measureSingles,
  purge: measurePurge,
  bytes: measureBytes,
  tail: measureTail,
  memory: measureMemory,
};

/** The service on the data set of each size. */
export const sizeParts: readonly Part[] = (
  [
    ['smoke', '200,000 events; takes a few minutes'],
    ['1m', '1 million events of 20,000 sites; takes under 10 minutes'],
    ['30m', '30 million events, compared with 1 million; takes half an hour or more and 45 GB of disk'],
  ] as const
).map(([name, description]) => part({ name, description, measures, open: (opening) => openWorld(name, opening) }));

/** Opens the data set of the size, and for `30m` the one with 1 million events beside it. */
async function openWorld(name: SizeName, opening: Opening): Promise<Omit<World, 'progress'>> {
  const { server, dataDir, step, closing } = opening;
  const set = await openDataSet(server, { name, size: sizes[name] }, step);
  const smallSet = name === '30m' ? await openDataSet(server, { name: '1m', size: sizes['1m'] }, step) : undefined;
  const side = await openSide(set, opening, name);
  return {
    ...side,
    small: smallSet && (await openSide(smallSet, opening, '1m')),
    url: set.url,
    events: sizes[name].events,
    dataDir,
    random: randomFrom(Date.now()),
    startService: () => startService(set.url, path.join(dataDir, 'service-2.log')),
    async fresh(database, planned) {
      const opened: Closing = [];
      const close = async (): Promise<void> => {
        for (const one of opened.splice(0)) await one();
      };
      closing.unshift(close);
      const empty = await openEmptySet(server, database, planned);
      return { ...(await openSide(empty, { ...opening, closing: opened }, database)), close };
    },
  };
}

/** Starts the service on a database, and opens the clients and pools that reach both. */
export async function openSide(
  { url, secret, planned }: DataSet,
  { dataDir, profileDir, closing }: Pick<Opening, 'dataDir' | 'profileDir' | 'closing'>,
  database: string,
  started: { withDashboard?: boolean; withConsole?: boolean } = {},
): Promise<Side> {
  const db = openDatabase({ url, name: 'goal (bench)' });
  closing.unshift(() => db.close());
  // The server's timeout, because the client's timer keeps running after a COPY has ended, and
  // would keep this process alive.
  const plain = new pg.Pool({ connectionString: url, max: 32, statement_timeout: 120_000 });
  // `end` resolves before the server has read that a connection ends, so the server may still tell
  // such a connection of its own end.
  plain.on('error', () => {});
  closing.unshift(() => plain.end());
  const population = await readPopulation(plain, secret, planned);
  const service = await startService(url, path.join(dataDir, `${database}.log`), { profileDir, ...started });
  closing.unshift(service.stop);
  const http = openHttp(service.origin, 64);
  closing.unshift(http.close);
  return { service, http, db, plain, population };
}
