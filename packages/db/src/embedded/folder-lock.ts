import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { codeOf, StartupError } from '../startup-error.ts';

/** How often the owner touches the file. */
const beatMs = 1000;
/** The owner of a file older than this is dead or suspended. */
const voidAfterMs = 15_000;

/**
 * Runs `work` while no other process runs work under the same lock file. The file holds the pid of
 * its owner, which touches it every second. The lock of a dead owner is broken at once.
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
 * Removes the lock file of a dead owner. Two waiters may try at once: renaming gives the file to
 * one of them, which checks again before it deletes it, because the file may be a new one.
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
    // An empty file is just being written: its age decides.
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
    // The folder was deleted meanwhile: the work itself will fail and say so.
  }
}

/** Whether a process with this id exists, including a zombie or a process of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
