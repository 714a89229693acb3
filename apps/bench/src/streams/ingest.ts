import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import type { Http } from '../world/http.ts';
import { pick, type Random } from '../world/random.ts';
import { dropStreams, makeStream } from './making.ts';
import { openSink, type LocalSink } from './sinks.ts';
import type { StreamsAccount, StreamsWorld } from './world.ts';

const rounds = 5;
const streams = 10;
const windowMs = 4000;

type Window = Record<'batches' | 'singles', number>;

/**
 * Compares the events a second that an account with ten streams can send with those without
 * streams, alternating between the two: batches of a thousand on four connections, and single
 * events on one.
 */
export async function measureIngest(world: StreamsWorld): Promise<Result[]> {
  const { plain, large, random, progress } = world;
  const running = await world.start();
  const sinks = await Promise.all(Array.from({ length: streams }, () => openSink('webhook')));
  const pairs: { with: Window; without: Window }[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const without = await window(running.http, large, random);
      await makeAll(running.http, large, sinks);
      const beside = await window(running.http, large, random);
      await dropStreams(plain);
      // Round 0 warms up.
      if (round > 0) pairs.push({ with: beside, without });
      progress(`round ${round} of ${rounds}`);
    }
  } finally {
    await dropStreams(plain);
    await Promise.all(sinks.map(({ close }) => close()));
    await running.stop();
  }
  const row = (name: keyof Window, what: string): Result => {
    const rate = (side: 'with' | 'without'): string =>
      Math.round(median(pairs.map((one) => one[side][name]))).toLocaleString('en');
    return {
      what: `ingest, ${what}, with ten streams of the account ÷ without`,
      figures: `${rate('with')} ÷ ${rate('without')} events/s`,
      ratios: pairs.map((one) => one.with[name] / one.without[name]),
      goal: { atLeast: 0.95 },
      details: { pairs },
    };
  };
  return [row('batches', 'batches of 1,000 on 4 connections'), row('singles', 'single events on one connection')];
}

async function makeAll(http: Http, account: StreamsAccount, sinks: readonly LocalSink[]): Promise<void> {
  for (const { sink } of sinks) await makeStream(http, account, { sink });
}

async function window(http: Http, account: StreamsAccount, random: Random): Promise<Window> {
  const make = eventMaker(random);
  const single = (): string => JSON.stringify(make(Date.now()));
  const batch = (): string => batchOf(make, 1000, Date.now() - 1000, Date.now());
  return {
    singles: await perSecond(http, account, random, { connections: 1, events: 1, body: single }),
    batches: await perSecond(http, account, random, { connections: 4, events: 1000, body: batch }),
  };
}

/** Events a second that are answered while each connection sends one request after the other. */
async function perSecond(
  http: Http,
  { sites }: StreamsAccount,
  random: Random,
  { connections, events, body }: { connections: number; events: number; body: () => string },
): Promise<number> {
  const begun = performance.now();
  let sent = 0;
  const send = async (): Promise<void> => {
    while (performance.now() - begun < windowMs) {
      const { token, domain } = pick(random, sites);
      await http.send({ method: 'POST', path: '/events', token, domain, body: body() });
      sent += events;
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  return (sent * 1000) / (performance.now() - begun);
}
