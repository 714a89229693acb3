import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { ask } from '../soak/ask.ts';
import { eventMaker } from '../world/events.ts';
import { at, pick } from '../world/random.ts';
import { differences, openCheckedSink } from './checked-sink.ts';
import { dropStreams, makeStream, storedIds, until } from './making.ts';
import type { Running, StreamsAccount, StreamsWorld } from './world.ts';

const kills = 50;
const writers = 16;
const failingShare = 0.3;
/** As much as a busy machine delivers between the kills. */
const mostPauseMs = 3000;
/** Milliseconds between a restart and the next kill: at least, and how much more at random. */
const livesMs = { least: 500, more: 1000 };

/**
 * Kills a random one of three instances fifty times while sixteen writers send events and a sink
 * answers 500 to three requests of ten: counts the events that the sink did not get, and those that
 * came out of the order of the tail.
 */
export async function measureKills(world: StreamsWorld): Promise<Result> {
  const { small, plain, random, progress } = world;
  const account = at(small, 2);
  const sink = await openCheckedSink('webhook', { share: failingShare });
  const instances = await Promise.all([world.start(), world.start(), world.start()]);
  let isOver = false;
  try {
    await makeStream(at(instances, 0).http, account, { sink: { ...sink.sink, batch: 50 }, start: 'oldest' });
    const writing = Array.from({ length: writers }, (_, nth) =>
      write(world, { instances, nth }, account, () => isOver),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(livesMs.least + random() * livesMs.more);
      const nth = Math.floor(random() * instances.length);
      const killed = at(instances, nth);
      await killed.service.kill();
      instances[nth] = await world.start();
      await killed.stop();
      await skipPauses(world);
      progress(`${kill} of ${kills} kills, ${sink.first.length} events`);
    }
    isOver = true;
    await Promise.all(writing);
    const stored = await storedIds(plain, account.rowId);
    sink.mend();
    await until('the sink has all events', async () => {
      await skipPauses(world);
      return sink.first.length >= stored.length;
    });
    const { lost, outOfOrder, unknown } = differences(stored, sink.first);
    return {
      what: `${kills} × kill -9 of a random instance of three, the sink answering 500 at ${failingShare * 100} %: events lost, out of order, unknown, changed`,
      figures: `of ${stored.length.toLocaleString('en')}: ${lost} lost, ${outOfOrder} out of order, ${unknown} unknown, ${sink.changed()} changed; ${sink.repeats().toLocaleString('en')} came again, the sink failed ${sink.failures()} times`,
      ratios: [lost + outOfOrder + unknown + sink.changed()],
      goal: { atMost: 0 },
    };
  } finally {
    isOver = true;
    await dropStreams(plain);
    await sink.close();
    await Promise.all(instances.map((one) => one.stop()));
  }
}

/** A sink that fails is tried again after a pause that a measure does not wait for. */
const skipPauses = ({ plain }: StreamsWorld): Promise<unknown> =>
  plain.query('UPDATE stream SET next_at = clock_timestamp() WHERE failing_since IS NOT NULL');

/** Sends batches one after the other, each until an instance has acknowledged it. */
async function write(
  { random }: StreamsWorld,
  { instances, nth }: { instances: Running[]; nth: number },
  { sites }: StreamsAccount,
  isOver: () => boolean,
): Promise<void> {
  const make = eventMaker(random);
  const { token, domain } = pick(random, sites);
  for (let round = nth; !isOver(); round += 1) {
    const events = Array.from({ length: 1 + (round % 20) }, () => ({ ...make(Date.now()), event_uuid: randomUUID() }));
    for (let turn = nth; ; turn += 1) {
      const { origin } = at(instances, turn % instances.length).service;
      const sent = ask(origin, { method: 'POST', path: '/events', token, domain, body: { events } });
      const answer = await sent.catch(() => undefined);
      if (answer?.status === 200) break;
      await sleep(20);
    }
    await sleep(random() * mostPauseMs);
  }
}
