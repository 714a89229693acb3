import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { memoryOf, mixture } from '../measures/memory.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { dropStreams, deliveredOf, makeStream } from './making.ts';
import { openSink } from './sinks.ts';
import { smallAccounts, type StreamsWorld } from './world.ts';

const requests = 20_000;
const requestsPerStep = 1000;
const connections = 16;

/**
 * Compares the memory of a fresh process that answers mixed requests while 200 streams catch up
 * with that of one that answers the same requests alone: the median of the second half of each.
 */
export async function measureMemory(world: StreamsWorld): Promise<Result> {
  const { sink, close } = await openSink('webhook');
  try {
    const without = await answer(world);
    const maker = await world.start();
    for (const account of world.small) await makeStream(maker.http, account, { sink });
    await maker.stop();
    await world.plain.query(
      'UPDATE stream SET seq = 0, event_id = 0, lease = NULL, lease_until = NULL, next_at = clock_timestamp()',
    );
    const beside = await answer(world);
    const delivered = [...(await deliveredOf(world.plain)).values()].reduce((sum, one) => sum + one, 0);
    const megabytes = (series: readonly number[]): number => median(series.slice(series.length / 2));
    return {
      what: `memory while mixed requests are answered and ${smallAccounts} streams catch up ÷ requests alone`,
      figures: `${megabytes(beside).toFixed(0)} MB ÷ ${megabytes(without).toFixed(0)} MB, ${delivered.toLocaleString('en')} events delivered`,
      ratios: [megabytes(beside) / megabytes(without)],
      goal: { atMost: 1.15 },
      details: { beside, without },
    };
  } finally {
    await dropStreams(world.plain);
    await close();
  }
}

/** Megabytes after each step. */
async function answer({ start, random, large, small, progress }: StreamsWorld): Promise<number[]> {
  const running = await start(connections);
  const accounts = [large, ...small];
  const next = mixture(random, { accounts, sites: accounts.flatMap((account) => account.sites) });
  const series: number[] = [];
  try {
    for (let sent = 0; sent < requests;) {
      const calls = Array.from({ length: requestsPerStep }, next);
      await forEachConcurrently(calls, connections, async (call) => void (await running.http.send(call)));
      sent += requestsPerStep;
      series.push(await memoryOf(running.service));
      progress(`${sent} of ${requests} requests, ${series.at(-1)?.toFixed(0) ?? '?'} MB`);
    }
    return series;
  } finally {
    await running.stop();
  }
}
