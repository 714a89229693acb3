import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { drainExport } from '../measures/export.ts';
import { timed } from '../measures/timing.ts';
import { at } from '../world/random.ts';
import { processorTime } from '../world/processes.ts';
import { deliveredOf, dropStreams, makeStream, until } from './making.ts';
import { openSink, type SinkKind } from './sinks.ts';
import { eventsOf, type Running, type StreamsWorld } from './world.ts';

const rounds = 2;

/** The least ratio to the export that each sink has to reach. */
const goals: readonly { kind: SinkKind; what: string; atLeast: number }[] = [
  { kind: 'webhook', what: 'webhook, 500 a batch', atLeast: 0.25 },
  { kind: 'splunk', what: 'splunk', atLeast: 0.3 },
  { kind: 's3', what: 's3', atLeast: 0.3 },
  { kind: 'otlp', what: 'otlp, protobuf', atLeast: 0.2 },
];

/** What a side took: events a second, and microseconds of the service's processor time an event. */
type Took = { perSecond: number; micros: number };

/**
 * Compares a stream that catches up on a million events with the export of the same events,
 * alternating between the sinks and the export, in one process of the service.
 */
export async function measureCatchUp(world: StreamsWorld): Promise<Result[]> {
  const running = await world.start();
  const exported: Took[] = [];
  const byKind = new Map<SinkKind, Took[]>();
  try {
    for (let round = 1; round <= rounds; round += 1)
      for (const { kind } of goals) {
        exported.push(await took(running, () => exportAll(world, running)));
        byKind.set(kind, [...(byKind.get(kind) ?? []), await took(running, () => catchUp(world, running, kind))]);
        world.progress(`round ${round} of ${rounds}, ${kind}`);
      }
  } finally {
    await running.stop();
  }
  const [exportPerSecond, exportMicros] = [
    median(exported.map((one) => one.perSecond)),
    median(exported.map((one) => one.micros)),
  ];
  return goals.map(({ kind, what, atLeast }): Result => {
    const sides = byKind.get(kind) ?? [];
    const rate = (perSecond: number): string => Math.round(perSecond).toLocaleString('en');
    const micros = (value: number): string => value.toFixed(1);
    return {
      what: `catching up on a million events, ${what} ÷ export of the same`,
      figures: `${rate(median(sides.map((one) => one.perSecond)))} ÷ ${rate(exportPerSecond)} events/s; processor time of the service ${micros(median(sides.map((one) => one.micros)))} ÷ ${micros(exportMicros)} µs an event`,
      ratios: sides.map((one) => one.perSecond / exportPerSecond),
      goal: { atLeast, ...(kind === 'otlp' ? { aim: '0.8' } : {}) },
      details: { sides, exported },
    };
  });
}

async function took({ service }: Running, work: () => Promise<void>): Promise<Took> {
  const before = processorTime(service.pid);
  const ms = await timed(work);
  const micros = ((processorTime(service.pid) - before) * 1000) / eventsOf.large;
  return { perSecond: (eventsOf.large * 1000) / ms, micros };
}

async function exportAll({ large }: StreamsWorld, { service }: Running): Promise<void> {
  const last = await drainExport(service.origin, at(large.keys, 0), 'identity');
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
