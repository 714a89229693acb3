import { cpus, release, totalmem, type } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The machine that produced the figures, without anything that identifies its owner. */
export type Machine = { cpu: string; cores: number; memoryGb: number; os: string; node: string; postgres: string };

export function machineWith(postgres: string): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    // Only the first two numbers of the release: the rest identifies a build.
    os: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
    postgres,
  };
}

/**
 * The number of cores that other programs keep busy, measured for a second in which this run is
 * idle.
 */
export async function busyCores(): Promise<number> {
  const before = cpuTimes();
  await sleep(1000);
  const after = cpuTimes();
  const share = (after.busy - before.busy) / (after.all - before.all);
  return share * cpus().length;
}

/** Milliseconds of all cores since the machine started. */
function cpuTimes(): { busy: number; all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    busy += sum - times.idle;
    all += sum;
  }
  return { busy, all };
}
