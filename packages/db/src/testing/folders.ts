import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { shortPath, urlFor } from '../embedded/address.ts';
import { openFolder } from '../embedded/cluster.ts';
import { isAlive } from '../embedded/folder-lock.ts';
import { databaseName, serviceRole } from '../embedded/service-role.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { migrate } from '../migrate/migrate.ts';
import { onServer } from './databases.ts';

/** The variable by which test files find the template of filled data folders. */
const folderVariable = 'GOAL_TEST_TEMPLATE_FOLDER';

const prefix = 'goal-postgres-';
/** Settings that give up durability, which a test run does not need. */
export const noDurability = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  deadlock_timeout: '100ms',
  // A run keeps its data in memory where it can.
  max_wal_size: '128MB',
};

/**
 * Makes this run's folder. It is removed, with the server in it, even if the run ends without its
 * teardown (Ctrl-C twice, an error in a worker).
 */
export function scratchFolder(): { path: string; remove: () => void } {
  const made = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const end = (): void => endServer(made);
  process.once('exit', end);
  return {
    path: made,
    remove() {
      process.off('exit', end);
      rmSync(made, { recursive: true, force: true });
    },
  };
}

/** Brings a new folder to the state after a service's first start, for `copyFilledFolder`. */
export async function fillTemplateFolder(dataDir: string): Promise<void> {
  const { url, release } = await startEmbedded({ dataDir, settings: noDurability });
  await migrate(url);
  await easePassword(url);
  await release();
  rmSync(join(dataDir, 'postgres.log'), { force: true });
  process.env[folderVariable] = dataDir;
}

/**
 * Tests connect some three thousand times. One round of password hashing instead of 4,096 saves two
 * milliseconds of CPU each time.
 */
export async function easePassword(url: string): Promise<void> {
  await onServer(url, `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`);
}

/**
 * Fills an empty data folder with what a service's first start would make there. That would take
 * two seconds, and most tests do not need it.
 */
export function copyFilledFolder(into: string): void {
  const template = process.env[folderVariable];
  if (!template) throw new Error('copyFilledFolder needs the global set-up of packages/db/src/testing.');
  copyFolder(template, into);
}

/** Copies with owners: as root, the database belongs to another user. */
export function copyFolder(from: string, into: string): void {
  execFileSync('cp', ['-a', `${from}/.`, into]);
}

/** Ends servers that killed runs left behind. */
export function sweepFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(/^goal-postgres-(\d+)-/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) endServer(join(tmpdir(), name));
  }
}

/** Ends a server at once: its data are thrown away. */
function endServer(dataDir: string): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)) process.kill(pid, 'SIGQUIT');
  } catch {
    // It is not running.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** The address of the embedded database in a data folder, as its running service uses it. */
export function embeddedUrl(dataDir: string): string {
  const folder = openFolder(dataDir);
  const password = readFileSync(folder.password, 'utf8');
  return urlFor('socket', shortPath(folder), { role: serviceRole, password, database: databaseName });
}
