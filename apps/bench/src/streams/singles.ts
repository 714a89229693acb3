import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { timed } from '../measures/timing.ts';
import { eventMaker } from '../world/events.ts';
import { at, pick } from '../world/random.ts';
import { makeStream, dropStreams, until } from './making.ts';
import { openSink } from './sinks.ts';
import type { StreamsWorld } from './world.ts';

const rounds = 5;
const eventsPerRound = 200;
const intervalMs = 20;

/** Events that a webhook took, by their messages, and when. */
export type Arrivals = { at: Map<string, number>; read: (body: Buffer) => void };

/** Notes when an event whose message begins with `timed` arrives for the first time. */
export function openArrivals(): Arrivals {
  const arrived = new Map<string, number>();
  return {
    at: arrived,
    read(body) {
      const now = performance.now();
      for (const [, message = ''] of body.toString().matchAll(/"message":"(timed [^"]*)"/g))
        if (!arrived.has(message)) arrived.set(message, now);
    },
  };
}

/**
 * Sends single events over one connection, one after the other, to an account with a webhook:
 * how long after its commit an event is at the sink, beside the request that sends it.
 */
export async function measureSingles(world: StreamsWorld): Promise<Result> {
  const { small, plain, random, progress } = world;
  const running = await world.start(1);
  const arrivals = openArrivals();
  const { sink, close } = await openSink('webhook', { onBody: arrivals.read });
  const make = eventMaker(random);
  const account = at(small, 0);
  const found: { delays: number[]; requests: number[] }[] = [];
  try {
    await makeStream(running.http, account, { sink });
    for (let round = 0; round <= rounds; round += 1) {
      const answered = new Map<string, number>();
      const requests: number[] = [];
      for (let nth = 0; nth < eventsPerRound; nth += 1) {
        const { token, domain } = pick(random, account.sites);
        const message = `timed ${round} ${nth}`;
        const body = JSON.stringify({ ...make(Date.now()), message });
        const send = () => running.http.send({ method: 'POST', path: '/events', token, domain, body });
        requests.push(await timed(send));
        answered.set(message, performance.now());
        await sleep(intervalMs);
      }
      await until('the sink has the events', () => [...answered.keys()].every((one) => arrivals.at.has(one)));
      // An event may arrive before the answer of its request.
      const delays = [...answered].map(([message, ms]) => Math.max(0, (arrivals.at.get(message) ?? Infinity) - ms));
      // Round 0 warms up.
      if (round > 0) found.push({ delays, requests });
      progress(`round ${round} of ${rounds}`);
    }
  } finally {
    await dropStreams(plain);
    await close();
    await running.stop();
  }
  const [delays, requests] = [found.flatMap((one) => one.delays), found.flatMap((one) => one.requests)];
  const ms = (values: number[], p: number): string => percentile(values, p).toFixed(2);
  return {
    what: 'single events to a webhook: delivered behind their commit, p95 ÷ p50 of the request that sends one',
    figures: `p95 ${ms(delays, 0.95)} ÷ p50 ${ms(requests, 0.5)} ms (p50 ${ms(delays, 0.5)} ms), ${delays.length} events timed`,
    ratios: found.map((one) => percentile(one.delays, 0.95) / percentile(one.requests, 0.5)),
    goal: { atMost: 10 },
  };
}
