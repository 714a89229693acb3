import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartupError } from '../startup-error.ts';
import type { Account } from './account.ts';
import { socketPort, type Address } from './address.ts';
import { programEnvironment, type Folder } from './cluster.ts';
import { isAlive } from './folder-lock.ts';

/** Settings of one PostgreSQL server, by name. */
export type Settings = Readonly<Record<string, string>>;

const settings: Settings = {
  cluster_name: 'goal',
  shared_buffers: '256MB',
  max_connections: '200',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Neither the values of customers nor statements belong in the log: a duplicate would be written
  // down with its key.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const logLimit = 10 * 2 ** 20;
const stopMs = 10_000;

/**
 * Settings that say where the server listens. `.` is its working folder, the data folder: so no
 * path is too long or needs quotes.
 */
function listening(address: Address): Settings {
  if (address === 'socket')
    return {
      listen_addresses: '',
      unix_socket_directories: '.',
      unix_socket_permissions: '0600',
      port: String(socketPort),
    };
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(address) };
}

/** The setting by which a server tells everybody who may connect to which folder it belongs. */
export const folderSetting = 'goal.folder';
/** The value of that setting. */
export const nameOf = (folder: Folder): string => createHash('sha256').update(folder.data).digest('hex');

/**
 * What postmaster.pid says: who serves the folder, where it listens, and whether it does so
 * already.
 */
export type Postmaster = { pid: number; address: Address; isReady: boolean };

/** Undefined where there is no postmaster.pid. */
export function readPostmaster(folder: Folder): Postmaster | undefined {
  const file = join(folder.data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port, sockets = '', , , state = ''] = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), address: sockets === '' ? Number(port) : 'socket', isReady: state.trim() === 'ready' };
}

/**
 * True when the process is a PostgreSQL on this folder; after a reboot or a copy, the pid in
 * postmaster.pid is somebody else's.
 */
export function serves(pid: number, folder: Folder): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  return commandLine(pid).includes(` -D ${folder.data} `);
}

/**
 * With a space at its end, so that a longer folder name is another folder. Empty for a zombie, and
 * for a process that ended meanwhile.
 */
function commandLine(pid: number): string {
  if (process.platform !== 'linux')
    return `${spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 }).stdout.trim()} `;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** A server that this process started. */
export type Started = { pid: number; exited(): boolean };

/** Starts PostgreSQL on the folder, detached: it outlives this process. It is not ready yet. */
export async function startPostmaster(
  folder: Folder,
  account: Account,
  extra: Settings,
  address: Address,
): Promise<Started> {
  for (const file of ['postmaster.pid', `.s.PGSQL.${socketPort}.lock`]) takeOver(join(folder.data, file));
  if (existsSync(folder.log) && statSync(folder.log).size > logLimit) renameSync(folder.log, `${folder.log}.1`);
  const own = { [folderSetting]: nameOf(folder), ...listening(address) };
  const all = Object.entries({ ...settings, ...extra, ...own });
  const { file, args, identity } = account.command('postgres', [
    '-D',
    folder.data,
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openSync(folder.log, 'a', 0o600);
  account.own(folder.log);
  const child = spawn(file, args, {
    ...identity,
    cwd: '/',
    env: programEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(
        new StartupError(
          `The embedded PostgreSQL cannot be run (${error.message}): set DATABASE_URL to a PostgreSQL server.`,
        ),
      ),
    );
  });
  child.unref();
  return { pid: child.pid ?? 0, exited: () => child.exitCode !== null || child.signalCode !== null };
}

/**
 * Makes a stale lock file harmless. PostgreSQL refuses to start while the process named in it
 * lives, whoever that is, but disregards its own parent; so the parent's pid goes there. Its other
 * checks stay: deleting the file would switch them off.
 */
function takeOver(file: string): void {
  if (!existsSync(file)) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

/**
 * Fast shutdown: sessions are ended, data are written. On Windows the signal is harder, and the
 * next start recovers.
 */
export async function stopPostmaster(pid: number, folder: Folder): Promise<void> {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopMs;
  while (serves(pid, folder) && Date.now() < deadline) await sleep(10);
}

/** The last complaint in the server's log. */
export function lastComplaint(folder: Folder): string {
  const text = existsSync(folder.log) ? readFileSync(folder.log, 'utf8').slice(-20_000) : '';
  const line =
    text.split('\n').findLast((entry) => /\b(FATAL|PANIC)\b/.test(entry)) ?? text.trim().split('\n').at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC): */, '').trim();
}
