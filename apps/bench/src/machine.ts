import { cpus, release, totalmem, type } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** On what figures were taken; nothing that tells whose machine it is. */
export type Machine = { cpu: string; cores: number; memoryGb: number; os: string; node: string; postgres: string };

export function machineWith(postgres: string): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    // Its first two numbers: the rest names builds.
    os: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
    postgres,
  };
}

/** How many cores are busy while this run does nothing: what others do on the machine. Takes a second. */
export async function busyCores(): Promise<number> {
  const before = spent();
  await sleep(1000);
  const after = spent();
  const share = (after.busy - before.busy) / (after.all - before.all);
  return share * cpus().length;
}

/** Milliseconds of all cores since the machine started. */
function spent(): { busy: number; all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    busy += sum - times.idle;
    all += sum;
  }
  return { busy, all };
}
