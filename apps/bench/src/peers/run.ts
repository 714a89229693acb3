import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import pg from 'pg';

import { busyCores } from '../machine.ts';
import { openProgress, type Progress } from '../progress.ts';
import type { Result } from '../report.ts';
import { openSide } from '../run-size.ts';
import { guarded, rowsOf, type Closing, type Run } from '../run.ts';
import { openDataSet } from '../world/data-set.ts';
import { openBenchServer } from '../world/database.ts';
import { randomFrom, type Random } from '../world/random.ts';
import { sizes } from '../world/sizes.ts';
import { openClickHouse } from './clickhouse.ts';
import { ask, bytesOf } from './compare.ts';
import { copyEvents, whatToAsk } from './data.ts';
import { openGoal } from './goal.ts';
import { openJsonb } from './jsonb.ts';
import { openMariaDb } from './mariadb.ts';
import { readings, type Peer, type Reading } from './peer.ts';
import { remove, storeBatches, storeSingles, type Sides } from './writes.ts';

export type PeersOptions = { dataDir: string; size: 'smoke' | '1m' };

/**
 * Puts the service beside what its users would choose instead: the same events in the plugin's own
 * store, in a table as most teams write it, and in ClickHouse; the same questions to each
 * (docs/decisions/019-bench.md). Peers are asked in SQL without HTTP, keys and limits, which
 * favours them. Throws `Interrupted` on a signal, and `StartupError` with the command that installs
 * what is missing.
 */
export function benchPeers(options: PeersOptions): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run(options: PeersOptions, closing: Closing): Promise<Run> {
  const { step } = openProgress();
  const { postgres, ...sides } = await openSides(options, step, closing);
  const { goal, peers } = sides;
  // The keys of `readings`, whose type Object.keys forgets.
  const asking = (Object.keys(readings) as Reading[]).map(
    (reading) => [`Asking for ${readings[reading]}`, (progress: Say) => ask(reading, goal, peers, progress)] as const,
  );
  const measures: (readonly [says: string, work: (progress: Say) => Promise<Result[]>])[] = [
    ...asking,
    ['Counting bytes', () => bytesOf(goal, peers)],
    ['Storing batches', (progress) => storeBatches(sides, progress)],
    ['Storing single events', (progress) => storeSingles(sides, progress)],
    ['Deleting sites', (progress) => remove(sides, 'deleteSite', progress)],
    ['Removing old events', (progress) => remove(sides, 'purge', progress)],
  ];
  const results: Result[] = [];
  const busy: number[] = [];
  for (const [says, work] of measures) {
    const progress = step(says);
    busy.push(await busyCores());
    results.push(...(await rowsOf(says, () => work(progress))));
  }
  return { results, postgres, busyCores: busy };
}

type Say = (done: string) => void;

/** Opens the service on the data set, and the peers with the same events. */
async function openSides(
  { dataDir, size }: PeersOptions,
  step: Progress['step'],
  closing: Closing,
): Promise<Sides & { postgres: string }> {
  mkdirSync(dataDir, { recursive: true });
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const set = await openDataSet(server, { name: size, size: sizes[size] }, step);
  const side = await openSide(set, { dataDir, database: size, profileDir: undefined }, closing);
  const actor = { kind: 'cli', name: 'bench' } as const;
  const operator = await createAdminToken({ db: side.db }, actor, { name: 'peers', scope: 'admin:write' });
  const random: Random = randomFrom(Date.now());
  const asked = await whatToAsk(side.plain, side.population);
  const { events } = sizes[size];
  step('Copying the events to the peers');
  const table = new pg.Pool({ connectionString: await server.fresh('peer'), max: 32, statement_timeout: 600_000 });
  closing.unshift(() => table.end());
  const files = await copyEvents(side.plain, table, path.join(dataDir, 'files'), closing);
  const goal = await openGoal(side, asked, operator.token, random);
  const peers: Peer[] = [];
  for (const [name, open] of [
    ['MariaDB', () => openMariaDb(dataDir, asked, { ...files, events }, closing)],
    ['the table with JSONB', () => openJsonb(table, asked, events)],
    ['ClickHouse', () => openClickHouse(dataDir, asked, { file: files.columns, events }, closing)],
  ] as const) {
    step(`Filling ${name}`);
    peers.push(await open());
  }
  const sites = side.population.sites.map(({ rowId }) => rowId);
  return { goal, peers, sites, random, postgres: server.version };
}
