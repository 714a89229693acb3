import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of Linux that is memory. */
const memory = '/dev/shm';
/** Several times the room that a run needs. */
const roomBytes = 4 * 2 ** 30;

/**
 * The variable that puts the temporary files of a run into memory, where that has room. The tests
 * make hundreds of databases, and the browser passes each picture to itself through such a file: in
 * memory neither waits for a disk, and both cost less processor time. Empty where memory has no
 * room or runs no programs, and where TMPDIR is set.
 */
export const temporaryFolder = () =>
  (process.env.TMPDIR ?? '') === '' && hasRoom() && runsPrograms() ? { TMPDIR: memory } : {};

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // A container may have less memory than the folder promises.
    return Math.min(bavail * bsize, process.availableMemory()) >= roomBytes;
  } catch {
    return false;
  }
}

/** False where the folder is mounted with `noexec`. */
function runsPrograms() {
  const folder = mkdtempSync(path.join(memory, 'goal-try-'));
  try {
    const program = path.join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
