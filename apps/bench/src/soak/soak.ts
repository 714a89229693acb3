import { setTimeout as sleep } from 'node:timers/promises';

import { memoryOf } from '../measures/memory.ts';
import type { Result } from '../report.ts';
import { busyCores, type Around, type Run } from '../run.ts';
import { inWords, sum } from '../statistics.ts';
import { at } from '../world/random.ts';
import { faults, type Fault } from './faults.ts';
import { Load, type Tally } from './load.ts';
import { SoakStreams } from './streams.ts';
import { openSoakWorld, type SoakWorld } from './world.ts';

/**
 * Shares of the run's duration: until the first fault, until the memory that the end is compared
 * with, between two faults, and without faults at the end.
 */
const shares = { untilFirstFault: 0.02, untilReference: 0.2, betweenFaults: 0.045, calmEnd: 0.1 };

/**
 * Puts mixed load with faults on three instances, and judges memory, answers and events. Throws
 * `StartupError` without redis-server.
 */
export async function soak(minutes: number, { dataDir, step, closing }: Around): Promise<Run> {
  const busy = await busyCores();
  step('starting three instances, a database and a Redis');
  const world = await openSoakWorld(dataDir);
  closing.unshift(world.close);
  const { rows } = await world.db.work.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const streams = await SoakStreams.open(world);
  closing.unshift(() => streams.close());
  const load = new Load(world);
  const durationMs = minutes * 60_000;
  const begun = performance.now();
  const until = (share: number): Promise<void> => sleep(Math.max(0, begun + share * durationMs - performance.now()));
  const done: string[] = [];
  const memory: Memory[] = [];
  for (let share = shares.untilFirstFault; share < 1 - shares.calmEnd; share += shares.betweenFaults) {
    await until(share);
    memory.push({ seconds: (performance.now() - begun) / 1000, mb: await memoriesOf(world) });
    const { name, work } = at(faults, done.length % faults.length);
    step(name);
    await work(world);
    done.push(name);
  }
  await until(1);
  const last = await memoriesOf(world);
  step('reading everything back');
  const seconds = (performance.now() - begun) / 1000;
  await load.stop();
  const count = ({ name }: Fault): string => `${done.filter((one) => one === name).length} × ${name}`;
  const results = [
    memoryResult(memory, last, (shares.untilReference * durationMs) / 1000),
    ...answerResults(load.tally, seconds),
    await eventResult(world, load.tally),
    await streams.end(),
    { what: 'faults', figures: faults.map(count).join('; '), ratios: [] },
  ];
  return { results, postgres: at(rows, 0).version, busyCores: [busy] };
}

/** Megabytes of each instance that is never killed. */
const memoriesOf = ({ instances }: SoakWorld): Promise<number[]> =>
  Promise.all(instances.slice(0, 2).map((instance) => memoryOf(instance)));

/** The memory of the instances at a moment of the run, between two faults. */
type Memory = { seconds: number; mb: number[] };

/**
 * Compares the end with the first sample after a fifth of the run, by when each fault has happened
 * once.
 */
function memoryResult(series: readonly Memory[], last: readonly number[], fromSeconds: number): Result {
  const first = series.find(({ seconds }) => seconds >= fromSeconds)?.mb ?? [];
  const format = (values: readonly number[]): string => values.map((mb) => mb.toFixed(0)).join(' and ');
  return {
    what: 'memory of an instance at the end ÷ after the first fifth',
    figures: `${format(last)} MB ÷ ${format(first)} MB`,
    ratios: last.map((mb, index) => mb / (first[index] ?? NaN)),
    goal: { atMost: 1.15 },
    details: { series },
  };
}

function answerResults({ statuses, wrong, hangs, lost }: Tally, seconds: number): Result[] {
  const all = sum([...statuses.values()]);
  const by = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${inWords(n)} × ${status}`);
  return [
    {
      what: 'answers that the contract does not allow, and requests without one within 15 s',
      figures: [...wrong, ...hangs].slice(0, 3).join('; ') || 'none',
      ratios: [wrong.length + hangs.length],
      goal: { atMost: 0 },
      details: { wrong, hangs },
    },
    {
      what: 'answers',
      figures: `${(all / seconds).toFixed(0)} per second: ${by.join(', ')}; ${lost} connections ended without one`,
      ratios: [],
    },
  ];
}

/** Counts acknowledged events that the table or the tail does not hold exactly once. */
async function eventResult({ db }: SoakWorld, { acknowledged, followed }: Tally): Promise<Result> {
  const sent = new Set(acknowledged);
  const stored: { id: number; uuid: string }[] = [];
  for (let after = 0; ;) {
    const { rows } = await db.work.query<{ id: number; uuid: string }>(
      'select id, event_uuid::text as uuid from event where account = (select no from account) and id > $1 order by id limit 20000',
      [after],
    );
    stored.push(...rows);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  const kept = new Set(stored.map(({ uuid }) => uuid));
  const lost = acknowledged.filter((uuid) => !kept.has(uuid)).length;
  const duplicated = stored.length - kept.size + stored.filter(({ uuid }) => !sent.has(uuid)).length;
  const wrongInTail = stored.filter(({ id }) => followed.get(String(id)) !== 1).length;
  return {
    what: 'acknowledged events that were lost, duplicated, or not exactly once in the tail',
    figures: `of ${inWords(acknowledged.length)}: ${lost} lost, ${duplicated} duplicated, ${wrongInTail} not once in the tail`,
    ratios: [lost + duplicated + wrongInTail],
    goal: { atMost: 0 },
  };
}
