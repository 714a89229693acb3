import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** A process and its resident memory in bytes. */
type Process = { pid: number; memory: number };

/** A process and all below it. */
export async function familyOf(pid: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([own = 0, parent = 0, kilobytes = 0]) => ({ pid: own, parent, memory: 1024 * kilobytes }));
  const below = (one: number): Process[] =>
    processes.filter(({ parent }) => parent === one).flatMap((child) => [child, ...below(child.pid)]);
  return [...processes.filter((one) => one.pid === pid), ...below(pid)];
}

/** Whether this system tells the processor time of a process exactly: Linux does. */
export const hasProcessorTimes = (): boolean => processorTime(process.pid) > 0;

/**
 * Milliseconds of processor time of a process that runs, in all its threads; 0 once it has ended.
 */
export function processorTime(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(nanoseconds) / 1e6;
    }, 0);
  } catch {
    return 0;
  }
}

/** The most memory in bytes that a process has had so far; 0 once it has ended. */
export function peakMemory(pid: number): number {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
