import { availableParallelism } from 'node:os';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { eventMaker } from '../world/events.ts';
import { openHttp, type Call } from '../world/http.ts';
import { databaseProcesses, familyOf, hasProcessorTimes, processorClock } from '../world/processes.ts';
import { pick, weighted } from '../world/random.ts';
import { besideBareServer, introduce } from './beside.ts';
import { isFull } from './reads.ts';
import { timed } from './timing.ts';
import type { World } from './world.ts';

const rounds = 5;
const processes = 2;
const maxSites = 1000;
const loads = { pages: { requests: 1500, connections: 16 }, singles: { requests: 3000, connections: 32 } };
type Load = keyof typeof loads;
const words: Record<Load, string> = { pages: 'pages of 50', singles: 'single events' };

/**
 * Requests a second, and the processor seconds that one takes; `parts`: of the process that was
 * started, of those below it, of the database, and of the load.
 */
type Figure = { perSecond: number; seconds: number; parts: number[] };

/** One and two processes of the service, and of a bare server (bare-server.ts). */
const sides = ['one', 'two', 'bareOne', 'bareTwo'] as const;
type Side = (typeof sides)[number];
type Round = Record<Side, Figure>;

/**
 * docs/decisions/101-all-cores.md: compares a service of two processes with one of one process, and
 * with what the cores of the machine allow: their seconds ÷ the processor seconds a request takes
 * with one process. A bare server that judges nothing is compared in the same way: its ratio is the
 * highest that this machine can reach.
 */
export async function measureProcesses(world: World): Promise<Result[]> {
  const cores = availableParallelism();
  if (!hasProcessorTimes() || cores !== processes)
    return Object.values(words).map((what) => ({
      what: `${what} by two processes`,
      figures: '',
      ratios: [],
      needs: 'Linux with two cores',
    }));
  const one = await world.startService();
  const two = await world.startService({ INSTANCES: String(processes) }).catch(async (error: unknown) => {
    await one.stop();
    throw error;
  });
  try {
    return await besideBareServer(world, 1, (bareOne) =>
      besideBareServer(world, 1, (bareTwo) => compare(world, { one, two, bareOne, bareTwo }, cores), processes),
    );
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

async function compare(
  { population, random, dataDir, progress }: World,
  servers: Record<Side, { origin: string; pid: number }>,
  cores: number,
): Promise<Result[]> {
  // Few enough for all keys to be introduced to each process, and of all accounts.
  const full = population.sites.filter(isFull);
  const sites = full.filter((_, nth) => nth % Math.ceil(full.length / maxSites) === 0);
  for (const name of ['one', 'two'] as const) {
    const http = openHttp(servers[name].origin, loads.pages.connections);
    await introduce(http, sites, name === 'one' ? 1 : processes);
    http.close();
  }
  const site = weighted(random, sites, ({ weight }) => weight);
  const make = eventMaker(random);
  const callOf = (load: Load, isBare: boolean): Call => {
    // All sites send equally often, because each has its own rate limit.
    const { account, rowId, token, domain } = load === 'pages' ? site() : pick(random, sites);
    const to: Call = isBare
      ? { path: `/${account.rowId}/${rowId}`, outside: true }
      : { path: '/events', token, domain };
    return load === 'pages' ? to : { ...to, method: 'POST', body: JSON.stringify(make(Date.now())) };
  };
  const measure = async (name: Side, load: Load): Promise<Figure> => {
    const { requests, connections } = loads[load];
    const { origin, pid: first } = servers[name];
    const calls = Array.from({ length: requests }, () => callOf(load, name.startsWith('bare')));
    const http = openHttp(origin, connections);
    const below = (await familyOf(first)).slice(1).map(({ pid }) => pid);
    const clocks = [[first], below, await databaseProcesses(dataDir), [process.pid]].map(processorClock);
    const ms = await timed(() => forEachConcurrently(calls, connections, async (call) => void (await http.send(call))));
    const parts = clocks.map((clock) => clock() / 1000 / requests);
    http.close();
    const seconds = parts.reduce((sum, part) => sum + part, 0);
    return { perSecond: (requests * 1000) / ms, seconds, parts };
  };
  const figures: Record<Load, Round[]> = { pages: [], singles: [] };
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const load of ['pages', 'singles'] as const) {
      const found: Partial<Round> = {};
      const order = round % 2 === 0 ? sides : sides.toReversed();
      for (const name of order) found[name] = await measure(name, load);
      // Each side has been measured.
      if (round > 0) figures[load].push(found as Round);
    }
    progress(`round ${round} of ${rounds}`);
  }
  return (['pages', 'singles'] as const).flatMap((load) => rowsOf(load, figures[load], cores));
}

function rowsOf(load: Load, figures: readonly Round[], cores: number): Result[] {
  const allowed = (figure: Figure): number => cores / figure.seconds;
  const of = (value: (round: Round) => number): string => median(figures.map(value)).toFixed(0);
  const what = `${words[load]} on ${loads[load].connections} connections by known keys, two processes`;
  return [
    {
      what: `${what} ÷ what two cores allow`,
      figures: `${of(({ two }) => two.perSecond)} ÷ ${of(({ one }) => allowed(one))} a second`,
      ratios: figures.map(({ one, two }) => two.perSecond / allowed(one)),
      goal: { atLeast: 0.9 },
      details: { rounds: figures },
    },
    {
      what: `${words[load]} by two processes of a bare node:http server ÷ what two cores allow`,
      figures: `${of(({ bareTwo }) => bareTwo.perSecond)} ÷ ${of(({ bareOne }) => allowed(bareOne))} a second`,
      ratios: figures.map(({ bareOne, bareTwo }) => bareTwo.perSecond / allowed(bareOne)),
    },
    {
      what: `${what} ÷ one process`,
      figures: `${of(({ two }) => two.perSecond)} ÷ ${of(({ one }) => one.perSecond)} a second`,
      ratios: figures.map(({ one, two }) => two.perSecond / one.perSecond),
      goal: { atLeast: 1 },
    },
    {
      what: `${words[load]} by two processes of a bare node:http server ÷ one process`,
      figures: `${of(({ bareTwo }) => bareTwo.perSecond)} ÷ ${of(({ bareOne }) => bareOne.perSecond)} a second`,
      ratios: figures.map(({ bareOne, bareTwo }) => bareTwo.perSecond / bareOne.perSecond),
    },
  ];
}
