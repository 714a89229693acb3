import { setTimeout as sleep } from 'node:timers/promises';

import { busyCores } from '../machine.ts';
import type { Progress } from '../progress.ts';
import type { Result } from '../report.ts';
import { guarded, type Closing, type Run } from '../run.ts';
import { median } from '../statistics.ts';
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
 * `Interrupted` on a signal, after everything that it started has ended.
 */
export function soak(dataDir: string, options: Options): Promise<Run> {
  return guarded((closing) => run(dataDir, options, closing));
}

type Options = { minutes: number; progress: Progress };

async function run(dataDir: string, { minutes, progress }: Options, closing: Closing): Promise<Run> {
  const busy = await busyCores();
  progress.step('starting three instances, a database and a Redis');
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
    memory.push({ seconds: (performance.now() - begun) / 1000, mb: await memoryOf(world) });
    const fault = faults[done.length % faults.length];
    if (fault === undefined) break;
    progress.step(fault.name);
    await fault.work(world);
    done.push(fault.name);
  }
  await until(1);
  const last = await memoryOf(world);
  progress.step('reading everything back');
  const seconds = (performance.now() - begun) / 1000;
  await load.stop();
  const results = [
    memoryResult(memory, { last, fromSeconds: (shares.untilReference * durationMs) / 1000 }),
    ...answerResults(load.tally, seconds),
    await eventResult(world, load.tally),
    await streams.end(),
    { what: 'faults', figures: countsOf(faults, done), ratios: [] },
  ];
  return { results, postgres: rows[0]?.version ?? '', busyCores: [busy] };
}

/**
 * Megabytes of each instance that is never killed: the median of ten samples.
 */
async function memoryOf({ instances }: SoakWorld): Promise<number[]> {
  return await Promise.all(
    instances.slice(0, 2).map(async (instance) => {
      const samples: number[] = [];
      while (samples.length < 10) {
        samples.push((await instance.memory()) / 2 ** 20);
        await sleep(300);
      }
      return median(samples);
    }),
  );
}

/** The memory of the instances at a moment of the run, between two faults. */
type Memory = { seconds: number; mb: number[] };

/**
 * Compares the end with the first sample after a fifth of the run, by when each fault has happened
 * once.
 */
function memoryResult(
  series: readonly Memory[],
  { last, fromSeconds }: { last: number[]; fromSeconds: number },
): Result {
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
  const all = [...statuses.values()].reduce((sum, n) => sum + n, 0);
  const by = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n.toLocaleString('en')} × ${status}`);
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
    figures: `of ${acknowledged.length.toLocaleString('en')}: ${lost} lost, ${duplicated} duplicated, ${wrongInTail} not once in the tail`,
    ratios: [lost + duplicated + wrongInTail],
    goal: { atMost: 0 },
  };
}

function countsOf(faults: readonly Fault[], done: readonly string[]): string {
  return faults.map(({ name }) => `${done.filter((one) => one === name).length} × ${name}`).join('; ');
}
