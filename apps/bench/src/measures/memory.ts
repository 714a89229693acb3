import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import { openHttp, type Call } from '../world/http.ts';
import { at, pick, weighted, type Random } from '../world/random.ts';
import type { Population } from '../world/population.ts';
import type { Service } from '../world/service.ts';
import type { World } from './world.ts';

const sampleEvery = 10_000;
const requestsInAll = 100_000;
const requestsPerStep = 1000;
const connections = 16;

/**
 * Compares the memory of a fresh process after 100,000 mixed requests with the memory after the
 * first 10,000.
 */
export async function measureMemory({ startService, random, population, progress }: World): Promise<Result> {
  const service = await startService();
  const http = openHttp(service.origin, connections);
  const next = mixture(random, population);
  const series: { requests: number; mb: number }[] = [];
  try {
    for (let sent = 0; sent < requestsInAll;) {
      const calls = Array.from({ length: requestsPerStep }, next);
      await forEachConcurrently(calls, connections, async (call) => void (await http.send(call)));
      sent += requestsPerStep;
      if (sent % sampleEvery === 0) series.push({ requests: sent, mb: await memoryOf(service) });
      progress(`${sent} of ${requestsInAll} requests, ${series.at(-1)?.mb.toFixed(0) ?? '?'} MB`);
    }
    const [begin, end] = [at(series, 0).mb, at(series, series.length - 1).mb];
    const sealing = (await service.metric('goal_log_thread_bytes')) / 2 ** 20;
    return {
      what: 'memory after 100,000 mixed requests ÷ after 10,000',
      figures: `${end.toFixed(0)} MB ÷ ${begin.toFixed(0)} MB; ${sealing.toFixed(0)} MB of them the thread that seals`,
      ratios: [end / begin],
      goal: { atMost: 1.15, aim: 'under 300 MB without that thread' },
      details: { series, sealing },
    };
  } finally {
    http.close();
    await service.stop();
  }
}

/** Megabytes: the median of five samples. */
export async function memoryOf(service: Pick<Service, 'memory'>): Promise<number> {
  const samples: number[] = [];
  while (samples.length < 5) {
    await sleep(100);
    samples.push((await service.memory()) / 2 ** 20);
  }
  return median(samples);
}

/** Valid and invalid requests of all kinds, in the proportions of a normal day. */
function mixture(random: Random, { accounts, sites }: Pick<Population, 'accounts' | 'sites'>): () => Call {
  const make = eventMaker(random);
  const siteOf = weighted(random, sites, (site) => site.weight + 0.001);
  const keys = accounts.flatMap((account) => account.keys);
  let turn = 0;
  const accountKey = (): { token: string } => ({ token: at(keys, (turn += 1) % keys.length) });
  const siteKey = (): { token: string; domain: string } => {
    const { token, domain } = siteOf();
    return { token, domain };
  };
  const send = (body: string): Call => ({ method: 'POST', path: '/events', ...siteKey(), body });
  const kinds: { weight: number; call: () => Call }[] = [
    { weight: 40, call: () => ({ path: '/events', ...siteKey() }) },
    {
      weight: 10,
      call: () => ({ path: `/events?limit=${pick(random, [10, 100, 200])}&severity=high,critical`, ...siteKey() }),
    },
    { weight: 3, call: () => ({ path: '/events?q=garden%20sale', ...siteKey() }) },
    { weight: 20, call: () => send(JSON.stringify(make(Date.now()))) },
    { weight: 2, call: () => send(batchOf(make, 100, Date.now() - 1000, Date.now())) },
    { weight: 8, call: () => ({ path: '/account/events', ...accountKey() }) },
    { weight: 3, call: () => ({ path: '/account/me', ...accountKey() }) },
    { weight: 3, call: () => ({ path: '/account/sites', ...accountKey() }) },
    { weight: 3, call: () => ({ path: '/trpc/read.events.list', outside: true, ...siteKey() }) },
    { weight: 2, call: () => ({ path: '/events?severity=loud', ...siteKey(), expect: 400 }) },
    {
      weight: 2,
      call: () => ({
        path: '/events',
        token: `goal_live_${pick(random, 'abcdefgh'.split('')).repeat(8)}_${'x'.repeat(32)}`,
        domain: 'example.com',
        expect: 401,
      }),
    },
    { weight: 2, call: () => ({ path: `/events/${Math.floor(random() * 1000)}`, ...siteKey(), expect: 404 }) },
    { weight: 2, call: () => ({ path: `/nothing/${Math.floor(random() * 1e9)}`, expect: 404 }) },
  ];
  const kind = weighted(random, kinds, (one) => one.weight);
  return () => kind().call();
}
