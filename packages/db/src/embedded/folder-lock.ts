import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { codeOf, StartupError } from '../startup-error.ts';

const beatMs = 1000;
/** A holder whose file is older than this is gone or stopped: it would have touched it. */
const voidAfterMs = 15_000;

/**
 * Runs `work` while no other process runs work under the same lock file. The file holds the pid of
 * its owner, who touches it every second; a lock whose owner died is taken over at once.
 * @throws StartupError when the lock does not become free within `timeoutMs`.
 */
export async function withFolderLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (!take(file)) {
    if (isVoid(file)) breakLock(file);
    else if (Date.now() > deadline) {
      throw new StartupError(
        `Another process is starting the database and does not finish: end it, or delete ${file}.`,
      );
    } else await sleep(50);
  }
  const beat = setInterval(() => touch(file), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Two waiters may meet one dead owner. Renaming gives the file to one of them, who looks again
 * before throwing it away: it may be a fresh one.
 */
function breakLock(file: string): void {
  const mine = `${file}.${randomUUID()}`;
  try {
    renameSync(file, mine);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (isVoid(mine)) rmSync(mine, { force: true });
  else renameSync(mine, file);
}

function isVoid(file: string): boolean {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // An empty file is one that is being written this moment: its age decides.
    if (owner > 0 && !isAlive(owner)) return true;
    return Date.now() - statSync(file).mtimeMs > voidAfterMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder was deleted under us: the work itself will say so.
  }
}

/** True while a process of this id exists, also when it is a zombie or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
