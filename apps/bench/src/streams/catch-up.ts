import type { Result } from '../report.ts';
import { inWords, median } from '../statistics.ts';
import { drainExport } from '../measures/export.ts';
import { rateOf } from '../measures/timing.ts';
import { at } from '../world/random.ts';
import { openSink, type SinkKind } from './sinks.ts';
import { deliveredOf, dropStreams, eventsOf, makeStream, until, type Running, type StreamsWorld } from './world.ts';

const rounds = 2;

/** The least ratio to the export that each sink has to reach. */
const goals: readonly { kind: SinkKind; what: string; atLeast: number }[] = [
  { kind: 'webhook', what: 'webhook, 500 a batch', atLeast: 0.25 },
  { kind: 'splunk', what: 'splunk', atLeast: 0.3 },
  { kind: 's3', what: 's3', atLeast: 0.3 },
  { kind: 'otlp', what: 'otlp, protobuf', atLeast: 0.2 },
];

/**
 * Compares a stream that catches up on a million events with the export of the same events,
 * alternating between the sinks and the export, in one process of the service.
 */
export async function measureCatchUp(world: StreamsWorld): Promise<Result[]> {
  const running = await world.start();
  const rate = (work: () => Promise<void>): Promise<number> => rateOf(eventsOf.large, work);
  const exported: number[] = [];
  const byKind = new Map<SinkKind, number[]>();
  try {
    for (let round = 1; round <= rounds; round += 1)
      for (const { kind } of goals) {
        exported.push(await rate(() => exportAll(world, running)));
        byKind.set(kind, [...(byKind.get(kind) ?? []), await rate(() => catchUp(world, running, kind))]);
        world.progress(`round ${round} of ${rounds}, ${kind}`);
      }
  } finally {
    await running.stop();
  }
  const beside = median(exported);
  return goals.map(({ kind, what, atLeast }): Result => {
    const sides = byKind.get(kind) ?? [];
    return {
      what: `catching up on a million events, ${what} ÷ export of the same`,
      figures: `${inWords(median(sides))} ÷ ${inWords(beside)} events/s`,
      ratios: sides.map((one) => one / beside),
      goal: { atLeast, ...(kind === 'otlp' ? { aim: '0.8' } : {}) },
      details: { sides, exported },
    };
  });
}

async function exportAll({ large }: StreamsWorld, { service }: Running): Promise<void> {
  const last = await drainExport(service.origin, at(large.keys, 0));
  if (!/"complete":true,"events":\d{7}/.test(last)) throw new Error(`an export ended with ${last}`);
}

async function catchUp({ large, plain }: StreamsWorld, { http }: Running, kind: SinkKind): Promise<void> {
  const { sink, close } = await openSink(kind);
  try {
    await makeStream(http, large, { sink, start: 'oldest' });
    await until(
      `${kind} catches up`,
      async () => ((await deliveredOf(plain)).get(large.rowId) ?? 0) >= eventsOf.large,
      50,
    );
  } finally {
    await dropStreams(plain);
    await close();
  }
}
