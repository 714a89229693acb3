import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { figuresRow, inRounds, timed } from '../measures/timing.ts';
import { eventMaker } from '../world/events.ts';
import { at } from '../world/random.ts';
import { openSink } from './sinks.ts';
import { dropStreams, makeStream, until, type StreamsWorld } from './world.ts';

const rounds = 5;
const eventsPerRound = 200;
const intervalMs = 20;

/**
 * Sends single events over one connection to an account with a webhook, and compares how long after
 * its answer each is at the webhook with the requests.
 */
export async function measureSingles({ start, small, plain, random, progress }: StreamsWorld): Promise<Result> {
  const { http, stop } = await start(1);
  const arrivals = new Map<string, number>();
  const { sink, close } = await openSink('webhook', ({ body, yes }) => {
    const now = performance.now();
    for (const [, message = ''] of body.toString().matchAll(/"message":"(timed [^"]*)"/g))
      if (!arrivals.has(message)) arrivals.set(message, now);
    yes();
  });
  const account = at(small, 0);
  const { token, domain } = at(account.sites, 0);
  const make = eventMaker(random);
  try {
    await makeStream(http, account, { sink });
    const found = await inRounds(rounds, progress, async (round) => {
      const answered = new Map<string, number>();
      const requests: number[] = [];
      for (let nth = 0; nth < eventsPerRound; nth += 1) {
        const message = `timed ${round}/${nth}`;
        const body = JSON.stringify({ ...make(Date.now()), message });
        requests.push(await timed(() => http.send({ method: 'POST', path: '/events', token, domain, body })));
        answered.set(message, performance.now());
        await sleep(intervalMs);
      }
      await until('the sink has the events', () => [...answered.keys()].every((one) => arrivals.has(one)));
      // An event may arrive before the answer of its request.
      const delays = [...answered].map(([one, ms]) => Math.max(0, (arrivals.get(one) ?? Infinity) - ms));
      return { p95: percentile(delays, 0.95), p50: percentile(requests, 0.5) };
    });
    return figuresRow(
      'single events to a webhook: delivered behind their commit, p95 ÷ p50 of the request that sends one',
      found,
      ['p95', 'p50'],
      { unit: 'ms', digits: 2, before: 'p95 ', goal: { atMost: 10 } },
    );
  } finally {
    await dropStreams(plain);
    await close();
    await stop();
  }
}
