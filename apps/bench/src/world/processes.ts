import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { sum } from '../statistics.ts';

/** The resident memory of a process and all below it, in bytes. */
export async function memoryOfFamily(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([own = 0, parent = 0, kilobytes = 0]) => ({ own, parent, bytes: 1024 * kilobytes }));
  const below = (one: number): number =>
    sum(processes.filter(({ parent }) => parent === one).map(({ own, bytes }) => bytes + below(own)));
  return sum(processes.filter(({ own }) => own === pid).map(({ bytes }) => bytes)) + below(pid);
}

/** The most bytes of memory that a process has had; 0 once it has ended, or without /proc. */
export function peakMemory(pid: number): number {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
