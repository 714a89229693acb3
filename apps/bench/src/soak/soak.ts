import { setTimeout as sleep } from 'node:timers/promises';

import { busyCores } from '../machine.ts';
import type { Progress } from '../progress.ts';
import type { Result } from '../report.ts';
import { guarded, type Closing, type Run } from '../run.ts';
import { median } from '../statistics.ts';
import { faults } from './faults.ts';
import { Load, type Tally } from './load.ts';
import { openSoakWorld, type SoakWorld } from './world.ts';

/** Of the run: until the first fault, until memory is looked at first, between two faults, and without any at the end. */
const shares = { calm: 0.02, first: 0.2, fault: 0.045, rest: 0.1 };

/**
 * Mixed load with faults for so many minutes, on three instances, and what became of memory, answers and events. Throws `Interrupted` on a
 * signal, after everything that it started has ended.
 */
export function soak(dataDir: string, options: { minutes: number; progress: Progress }): Promise<Run> {
  return guarded((closing) => run(dataDir, options, closing));
}

async function run(
  dataDir: string,
  { minutes, progress }: { minutes: number; progress: Progress },
  closing: Closing,
): Promise<Run> {
  const busy = await busyCores();
  progress.step('starting three instances, a database and a Redis');
  const world = await openSoakWorld(dataDir);
  closing.unshift(world.close);
  const { rows } = await world.db.work.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const load = new Load(world);
  const all = minutes * 60_000;
  const begun = performance.now();
  const until = (share: number): Promise<void> => sleep(Math.max(0, begun + share * all - performance.now()));
  const done: string[] = [];
  const memory: Memory[] = [];
  for (let share = shares.calm; share < 1 - shares.rest; share += shares.fault) {
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
    memoryResult(memory, { last, from: (shares.first * all) / 1000 }),
    ...answerResults(load.tally, seconds),
    await eventResult(world, load.tally),
    { what: 'faults', figures: faultsOf(done), ratios: [] },
  ];
  return { results, postgres: rows[0]?.version ?? '', busyCores: [busy] };
}

/** Megabytes of each instance that is never killed: the middle of ten looks. */
async function memoryOf({ instances }: SoakWorld): Promise<number[]> {
  return await Promise.all(
    instances.slice(0, 2).map(async (instance) => {
      const looks: number[] = [];
      for (let look = 0; look < 10; look += 1) {
        looks.push((await instance.memory()) / 2 ** 20);
        await sleep(300);
      }
      return median(looks);
    }),
  );
}

/** What the instances held at a moment of the run, between two faults. */
type Memory = { seconds: number; mb: number[] };

/** The first is the one after two of ten minutes, by when each fault has come once; at the end no fault was near. */
function memoryResult(series: readonly Memory[], { last, from }: { last: number[]; from: number }): Result {
  const first = series.find(({ seconds }) => seconds >= from)?.mb ?? [];
  const told = (values: readonly number[]): string => values.map((mb) => mb.toFixed(0)).join(' and ');
  return {
    what: 'memory of an instance at the end ÷ after the first fifth',
    figures: `${told(last)} MB ÷ ${told(first)} MB`,
    ratios: last.map((mb, place) => mb / (first[place] ?? NaN)),
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
      figures: `${(all / seconds).toFixed(0)} a second: ${by.join(', ')}; ${lost} connections ended without one`,
      ratios: [],
    },
  ];
}

/** Of what was acknowledged: what the table does not have once, and what the tail did not tell once. */
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
  const doubled = stored.length - kept.size + stored.filter(({ uuid }) => !sent.has(uuid)).length;
  const untold = stored.filter(({ id }) => followed.get(String(id)) !== 1).length;
  return {
    what: 'acknowledged events that were lost, doubled, or not told once by the tail',
    figures: `of ${acknowledged.length.toLocaleString('en')}: ${lost} lost, ${doubled} doubled, ${untold} not told once`,
    ratios: [lost + doubled + untold],
    goal: { atMost: 0 },
  };
}

function faultsOf(done: readonly string[]): string {
  return faults.map(({ name }) => `${done.filter((one) => one === name).length} × ${name}`).join('; ');
}
