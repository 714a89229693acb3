import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** Set by `npm test -- --times`: the file that workers append their times to. */
const file = process.env['GOAL_TEST_TIMES'];

/** Appends the time that this worker and its browser have used (see apps/cli/bin/times.mjs). */
export function noteTime(testFile: string): void {
  if (file === undefined) return;
  const line = { worker: process.pid, file: testFile, cpuMs: cpuMs(), wallMs: performance.now() };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** The processor time of this process and all below it, ended ones included; on Linux alone. */
function cpuMs(): number {
  if (process.platform !== 'linux') return 0;
  const processes = new Map(readdirSync('/proc').flatMap((name) => statOf(Number(name))));
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return pid === process.pid || (parent !== undefined && isBelow(parent));
  };
  return [...processes].filter(([pid]) => isBelow(pid)).reduce((sum, [, { ticks }]) => sum + 10 * ticks, 0);
}

/** Fields 4 and 14 to 17 of proc_pid_stat(5), after the name in brackets. */
function statOf(pid: number): [number, { parent: number; ticks: number }][] {
  if (!(pid > 0)) return [];
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return [[pid, { parent: fields[1] ?? 0, ticks }]];
  } catch {
    // It ended in the meantime.
    return [];
  }
}
