import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '@goal/db/testing';

/**
 * Returns the processes that work in a folder: servers started there, and every process of their
 * PostgreSQL.
 */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`);
      return cwd === folder || cwd.startsWith(`${folder}/`) ? [Number(name)] : [];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
}

/**
 * Waits until nothing works in a folder: the system may take a moment for the last process of a
 * PostgreSQL that has ended.
 */
export const untilNoneIn = (folder: string): Promise<void> =>
  until(
    () => processesIn(folder).length === 0,
    () => `these still work in ${folder}: ${processesIn(folder).join(', ')}`,
  );

/**
 * Sends `kill -9` to everything that works in a folder at once, including processes started at the
 * last moment.
 */
export function endAll(folder: string): void {
  for (
    let round = 0, pids = processesIn(folder);
    pids.length > 0 && round < 100;
    round += 1, pids = processesIn(folder)
  ) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** Ends and removes what killed runs left behind. */
export function sweep(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!(owner > 0) || isAlive(owner)) continue;
    endAll(path.join(tmpdir(), name));
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
