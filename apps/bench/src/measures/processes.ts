import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { eventMaker } from '../world/events.ts';
import { openHttp, type Call } from '../world/http.ts';
import { familyOf, hasProcessorTimes, processorTime } from '../world/processes.ts';
import { pick, weighted } from '../world/random.ts';
import { isFull } from './reads.ts';
import { timed } from './timing.ts';
import type { World } from './world.ts';

const rounds = 5;
const processes = 2;
const loads = { pages: { requests: 1500, connections: 16 }, singles: { requests: 3000, connections: 32 } };
type Load = keyof typeof loads;
const words: Record<Load, string> = { pages: 'pages of 50', singles: 'single events' };

/**
 * Requests a second, and the processor seconds that one takes; `parts`: of the process that was
 * started, of those below it, of the database, and of the load.
 */
type Figure = { perSecond: number; seconds: number; parts: number[] };

/**
 * docs/decisions/101-all-cores.md: compares a service of two processes with one of one process, and
 * with what the cores of the machine allow: their seconds ÷ the processor seconds a request takes
 * with one process.
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
  const { startService, population, random, dataDir, progress } = world;
  const one = await startService();
  const two = await startService({ INSTANCES: String(processes) }).catch(async (error: unknown) => {
    await one.stop();
    throw error;
  });
  const services = { one, two };
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const site = weighted(random, population.sites.filter(isFull), ({ weight }) => weight);
  const make = eventMaker(random);
  const callOf: Record<Load, () => Call> = {
    pages() {
      const { token, domain } = site();
      return { path: '/events', token, domain };
    },
    singles() {
      // All sites are equally likely, because each has its own rate limit.
      const { token, domain } = pick(random, population.sites);
      return { method: 'POST', path: '/events', token, domain, body: JSON.stringify(make(Date.now())) };
    },
  };
  const measure = async (name: 'one' | 'two', load: Load): Promise<Figure> => {
    const { requests, connections } = loads[load];
    const calls = Array.from({ length: requests }, callOf[load]);
    const http = openHttp(services[name].origin, connections);
    const pids = {
      first: [services[name].pid],
      others: (await familyOf(services[name].pid)).slice(1).map(({ pid }) => pid),
      database: (await familyOf(postmaster)).map(({ pid }) => pid),
      load: [process.pid],
    };
    const used = (): number[] =>
      Object.values(pids).map((all) => all.reduce((sum, pid) => sum + processorTime(pid), 0));
    const before = used();
    const ms = await timed(() => forEachConcurrently(calls, connections, async (call) => void (await http.send(call))));
    const parts = used().map((time, nth) => Math.max(0, time - (before[nth] ?? 0)) / 1000 / requests);
    http.close();
    const seconds = parts.reduce((sum, part) => sum + part, 0);
    return { perSecond: (requests * 1000) / ms, seconds, parts };
  };
  try {
    const figures: Record<Load, Record<'one' | 'two', Figure>[]> = { pages: [], singles: [] };
    // Round 0 warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const load of ['pages', 'singles'] as const) {
        const isFirst = round % 2 === 0;
        const a = await measure(isFirst ? 'one' : 'two', load);
        const b = await measure(isFirst ? 'two' : 'one', load);
        if (round > 0) figures[load].push(isFirst ? { one: a, two: b } : { one: b, two: a });
      }
      progress(`round ${round} of ${rounds}`);
    }
    return (['pages', 'singles'] as const).flatMap((load) => rowsOf(load, figures[load], cores));
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

function rowsOf(load: Load, figures: readonly Record<'one' | 'two', Figure>[], cores: number): Result[] {
  const { connections } = loads[load];
  const allowed = (round: Record<'one' | 'two', Figure>): number => cores / round.one.seconds;
  const of = (value: (round: Record<'one' | 'two', Figure>) => number): string => median(figures.map(value)).toFixed(0);
  const what = `${words[load]} on ${connections} connections, two processes`;
  return [
    {
      what: `${what} ÷ what two cores allow`,
      figures: `${of(({ two }) => two.perSecond)} ÷ ${of(allowed)} a second`,
      ratios: figures.map((round) => round.two.perSecond / allowed(round)),
      goal: { atLeast: 0.9 },
      details: { rounds: figures },
    },
    {
      what: `${what} ÷ one process`,
      figures: `${of(({ two }) => two.perSecond)} ÷ ${of(({ one }) => one.perSecond)} a second`,
      ratios: figures.map(({ one, two }) => two.perSecond / one.perSecond),
      goal: { atLeast: 1 },
    },
  ];
}
