import { mkdirSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';

import { busyCores } from '../machine.ts';
import { openProgress } from '../progress.ts';
import type { Result } from '../report.ts';
import { guarded, type Closing, type Run } from '../run.ts';
import { openEmptySet } from '../world/data-set.ts';
import { openBenchServer } from '../world/database.ts';
import { openHttp } from '../world/http.ts';
import { readPopulation, type PlannedSite } from '../world/population.ts';
import { randomFrom } from '../world/random.ts';
import { sendEvents } from '../world/send.ts';
import { startService } from '../world/service.ts';
import { measureCatchUp } from './catch-up.ts';
import { measureFairness } from './fairness.ts';
import { measureIngest } from './ingest.ts';
import { measureKills } from './kills.ts';
import { measureMemory } from './memory.ts';
import { measureSilent } from './silent.ts';
import { measureSingles } from './singles.ts';
import { measureStart } from './start.ts';
import { allowNets, eventsOf, smallAccounts, type StreamsAccount, type StreamsWorld } from './world.ts';

/** In the order of the table. */
const measures = {
  singles: { says: 'Sending single events', run: measureSingles },
  'catch-up': { says: 'Catching up on a million events', run: measureCatchUp },
  ingest: { says: 'Storing events of an account with ten streams', run: measureIngest },
  silent: { says: 'Sending beside sinks that never answer', run: measureSilent },
  fairness: { says: 'Catching up 201 accounts', run: measureFairness },
  memory: { says: 'Catching up 200 streams beside mixed requests', run: measureMemory },
  start: { says: 'Starting without streams', run: measureStart },
  kills: { says: 'Killing one of three instances 50 times', run: measureKills },
} as const satisfies Record<string, { says: string; run: (world: StreamsWorld) => Promise<Result | Result[]> }>;
export type StreamsMeasure = keyof typeof measures;
// The keys of `measures`, whose type Object.keys forgets.
export const streamsMeasures = Object.keys(measures) as StreamsMeasure[];

const sitesOfLarge = 20;

export type StreamsOptions = { dataDir: string; only: readonly StreamsMeasure[]; profile: boolean };

/**
 * Measures streams (docs/decisions/087-streams.md) to sinks on this machine: delay, catching up
 * beside the export, ingest, fairness, memory, start, and what is lost while instances are killed.
 * Throws `Interrupted` on a signal.
 */
export function benchStreams(options: StreamsOptions): Promise<Run> {
  return guarded((closing) => run(options, closing));
}

async function run({ dataDir, only, profile }: StreamsOptions, closing: Closing): Promise<Run> {
  const { step } = openProgress();
  mkdirSync(dataDir, { recursive: true });
  const server = await openBenchServer(dataDir);
  closing.unshift(server.close);
  const planned = plan();
  const { url, secret } = await openEmptySet(server, 'streams', planned);
  const running = new Set<() => Promise<void>>();
  closing.unshift(() => Promise.all([...running].map((stop) => stop())));
  const plain = new pg.Pool({ connectionString: url, max: 4, statement_timeout: 120_000 });
  closing.unshift(() => plain.end());
  const { accounts, sites } = await readPopulation(plain, secret, planned);
  const [large, ...small] = accounts.map((account): StreamsAccount => {
    const own = sites.filter((site) => site.account === account);
    return { ...account, sites: own };
  });
  if (large === undefined) throw new Error('there is no account');
  let services = 0;
  const start: StreamsWorld['start'] = async (connections = 16) => {
    const logFile = path.join(dataDir, `service-${(services += 1)}.log`);
    const service = await startService(url, logFile, {
      environment: { STREAM_ALLOW_NETS: allowNets },
      profileDir: profile ? dataDir : undefined,
    });
    const http = openHttp(service.origin, connections);
    const stop = async (): Promise<void> => {
      running.delete(stop);
      http.close();
      await service.stop();
    };
    running.add(stop);
    return { service, http, stop };
  };
  const world = { large, small, plain, random: randomFrom(Date.now()), start, emptyDatabase: server.fresh, dataDir };
  await load(world, step('Sending 1.6 million events'));
  const busy: number[] = [];
  const results: Result[] = [];
  for (const name of only) {
    const { says, run: measure } = measures[name];
    const progress = step(says);
    busy.push(await busyCores());
    results.push(...[await measure({ ...world, progress })].flat());
  }
  return { results, postgres: server.version, busyCores: busy };
}

/** One account with 20 sites and a million events, and 200 with one site each. */
function plan(): PlannedSite[] {
  const all = eventsOf.large + smallAccounts * eventsOf.small;
  const large = Array.from({ length: sitesOfLarge }, () => ({
    account: 1,
    weight: eventsOf.large / sitesOfLarge / all,
    group: null,
  }));
  const small = Array.from({ length: smallAccounts }, (_, nth) => ({
    account: 2 + nth,
    weight: eventsOf.small / all,
    group: null,
  }));
  return [...large, ...small];
}

/** Sends the events of the data set through the service, so that the tails are its own. */
async function load(
  { large, small, random, start }: Omit<StreamsWorld, 'progress'>,
  progress: (done: string) => void,
): Promise<void> {
  const { http, stop } = await start();
  const sites = [large, ...small].flatMap((account) => account.sites);
  const events = eventsOf.large + smallAccounts * eventsOf.small;
  await sendEvents(http, sites, { random, events, days: 30, withAddress: 0 }, progress);
  await stop();
}
