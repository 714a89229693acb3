import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** A process, its resident memory in bytes, and how it is called. */
type Process = { pid: number; memory: number; command: string };

/** A process and all below it. */
export async function familyOf(pid: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,args=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([own, parent, kilobytes, ...args]) => ({
      pid: Number(own),
      parent: Number(parent),
      memory: 1024 * Number(kilobytes),
      command: args.join(' '),
    }));
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

/**
 * Begins to count the processor time of processes. The function returns the milliseconds since; a
 * process that has ended meanwhile is left out.
 */
export function processorClock(pids: readonly number[]): () => number {
  const before = pids.map(processorTime);
  return () => pids.reduce((sum, pid, nth) => sum + Math.max(0, processorTime(pid) - (before[nth] ?? 0)), 0);
}

/**
 * The processes of the PostgreSQL of a folder, without those that vacuum: they come and go by a
 * clock of their own, whatever is measured.
 */
export async function databaseProcesses(dataDir: string): Promise<number[]> {
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const family = await familyOf(postmaster);
  return family.filter(({ command }) => !command.includes('autovacuum worker')).map(({ pid }) => pid);
}

/** The most memory in bytes that a process has had so far; 0 once it has ended. */
export function peakMemory(pid: number): number {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
