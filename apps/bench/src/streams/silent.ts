import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { eventMaker, type SentEvent } from '../world/events.ts';
import type { Http } from '../world/http.ts';
import { at, pick } from '../world/random.ts';
import { dropStreams, makeStream, until } from './making.ts';
import { openArrivals, type Arrivals } from './singles.ts';
import { openSink, type LocalSink } from './sinks.ts';
import type { StreamsAccount, StreamsWorld } from './world.ts';

const rounds = 3;
/** As many streams of others, each of an account of its own. */
const others = 20;
/** A silent sink holds its delivery for 15 s. */
const windowMs = 10_000;
const intervalMs = 20;

/**
 * Compares how long after their commits single events are at the sinks of twenty accounts while the
 * sinks of others never answer, with the same without those, alternating between the two.
 */
export async function measureSilent(world: StreamsWorld): Promise<Result[]> {
  const running = await world.start();
  const arrivals = openArrivals();
  const live = await openSink('webhook', { onBody: arrivals.read });
  const silent = await openSink('webhook', { isSilent: true });
  try {
    const results: Result[] = [];
    // The second one is more than a process has batches at a time.
    for (const count of [20, 100]) {
      const windows: { with: number; without: number }[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const one = { without: await window(world, running.http, { arrivals, live }) };
        const pair = { ...one, with: await window(world, running.http, { arrivals, live, silent, count }) };
        // Round 0 warms up.
        if (round > 0) windows.push(pair);
        world.progress(`${count} silent sinks, round ${round} of ${rounds}`);
      }
      const p95 = (side: 'with' | 'without'): string => median(windows.map((pair) => pair[side])).toFixed(1);
      results.push({
        what: `single events to the webhooks of others while ${count} sinks never answer ÷ without: delivered behind their commit`,
        figures: `p95 ${p95('with')} ÷ ${p95('without')} ms`,
        ratios: windows.map((pair) => pair.with / pair.without),
        goal: { atMost: 1.2 },
        details: { windows },
      });
    }
    return results;
  } finally {
    await dropStreams(world.plain);
    await Promise.all([live.close(), silent.close()]);
    await running.stop();
  }
}

type Sinks = { arrivals: Arrivals; live: LocalSink; silent?: LocalSink; count?: number };

let sentSoFar = 0;

/** The 95th percentile of the delays of a window, in milliseconds. */
async function window(
  { small, plain, random }: StreamsWorld,
  http: Http,
  { arrivals, live, silent, count = 0 }: Sinks,
): Promise<number> {
  const make = eventMaker(random);
  const send = ({ sites }: StreamsAccount, event: SentEvent): Promise<string> => {
    const { token, domain } = at(sites, 0);
    return http.send({ method: 'POST', path: '/events', token, domain, body: JSON.stringify(event) });
  };
  const accounts = small.slice(0, others);
  for (const account of accounts) await makeStream(http, account, live);
  const stuck = small.slice(others, others + count);
  if (silent !== undefined) {
    const before = silent.requests();
    for (const account of stuck) await makeStream(http, account, silent);
    await Promise.all(stuck.map((account) => send(account, make(Date.now()))));
    // From then on the service knows them.
    await until('the silent sinks are asked', () => silent.requests() - before >= count);
  }
  const answered = new Map<string, number>();
  const begun = performance.now();
  while (performance.now() - begun < windowMs) {
    const message = `timed ${(sentSoFar += 1)}`;
    await send(pick(random, accounts), { ...make(Date.now()), message });
    answered.set(message, performance.now());
    await sleep(intervalMs);
  }
  await until('the sinks have the events', () => [...answered.keys()].every((one) => arrivals.at.has(one)));
  await dropStreams(plain);
  return percentile(
    [...answered].map(([message, ms]) => Math.max(0, (arrivals.at.get(message) ?? Infinity) - ms)),
    0.95,
  );
}
