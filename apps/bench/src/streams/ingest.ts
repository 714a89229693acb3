import { figuresRow, inRounds } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { rateOfSending } from '../world/send.ts';
import { openSink } from './sinks.ts';
import { dropStreams, makeStream, type StreamsWorld } from './world.ts';

const streams = 10;
const windowMs = 4000;
const loads = {
  singles: { what: 'single events on one connection', connections: 1, events: 1 },
  batches: { what: 'batches of 1,000 on 4 connections', connections: 4, events: 1000 },
};
type Window = Record<keyof typeof loads, number>;

/**
 * Compares the events a second that an account with ten streams can send with those without
 * streams, alternating between the two.
 */
export async function measureIngest(world: StreamsWorld): Promise<Result[]> {
  const { plain, large, random, progress } = world;
  const { http, stop } = await world.start();
  const sinks = await Promise.all(Array.from({ length: streams }, () => openSink('webhook')));
  const window = async (): Promise<Window> => ({
    singles: await rateOfSending(http, large.sites, random, { ...loads.singles, windowMs }),
    batches: await rateOfSending(http, large.sites, random, { ...loads.batches, windowMs }),
  });
  try {
    const found = await inRounds(5, progress, async () => {
      const without = await window();
      for (const { sink } of sinks) await makeStream(http, large, { sink });
      const beside = await window();
      await dropStreams(plain);
      return { with: beside, without };
    });
    return (['batches', 'singles'] as const).map((load) =>
      figuresRow(
        `ingest, ${loads[load].what}, with ten streams of the account ÷ without`,
        found.map((one) => ({ with: one.with[load], without: one.without[load] })),
        ['with', 'without'],
        { unit: 'events/s', goal: { atLeast: 0.95 } },
      ),
    );
  } finally {
    await dropStreams(plain);
    await Promise.all(sinks.map(({ close }) => close()));
    await stop();
  }
}
