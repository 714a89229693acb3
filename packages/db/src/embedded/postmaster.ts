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
  // Keep customers' values and statements out of the log: by default a unique violation logs its
  // key.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const logMaxBytes = 10 * 2 ** 20;
const stopMs = 10_000;

/** Settings to listen at the address. `.` is the data folder: never too long, never quoted. */
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

/** The setting by which a server tells its clients which folder it serves. */
export const folderSetting = 'goal.folder';
/** The value of that setting. */
export const nameOf = (folder: Folder): string => createHash('sha256').update(folder.data).digest('hex');

/** The content of postmaster.pid: the server's pid, its address, and whether it is ready. */
export type Postmaster = { pid: number; address: Address; isReady: boolean };

/** Returns undefined if there is no postmaster.pid. */
export function readPostmaster(folder: Folder): Postmaster | undefined {
  const file = join(folder.data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port, sockets = '', , , state = ''] = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), address: sockets === '' ? Number(port) : 'socket', isReady: state.trim() === 'ready' };
}

/**
 * Whether the process is a PostgreSQL on this folder. After a reboot or a copy, the pid in
 * postmaster.pid may belong to another program.
 */
export function serves(pid: number, folder: Folder): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  return commandLine(pid).includes(` -D ${folder.data} `);
}

/** The command line with a space behind it, so that no longer name matches; empty for none. */
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

/**
 * Starts PostgreSQL on the folder, detached, so that it outlives this process. Returns before the
 * server is ready.
 * @throws StartupError when the program cannot be run.
 */
export async function startPostmaster(
  folder: Folder,
  account: Account,
  extra: Settings,
  address: Address,
): Promise<Started> {
  for (const file of ['postmaster.pid', `.s.PGSQL.${socketPort}.lock`]) takeOver(join(folder.data, file));
  if (existsSync(folder.log) && statSync(folder.log).size > logMaxBytes) renameSync(folder.log, `${folder.log}.1`);
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
 * Makes a stale lock file harmless. PostgreSQL refuses to start while any process with the file's
 * pid lives, except its own parent, so this writes the parent's pid. Deleting the file instead
 * would switch off PostgreSQL's other checks.
 */
function takeOver(file: string): void {
  if (!existsSync(file)) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

/**
 * Asks for a fast shutdown, which ends sessions and writes the data, and waits for at most
 * `stopMs`. On Windows the signal kills the server, and the next start recovers.
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
