import {
  closeSync,
  existsSync,
  lutimesSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import type { ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { canListen, freePort } from '../free-port.ts';
import { StartupError } from '../startup-error.ts';
import type { Folder } from './cluster.ts';

/** A server listens on the socket in its data folder, or on this port of 127.0.0.1. */
export type Address = 'socket' | number;

/** The credentials of a connection, and its database. */
export type Login = { role: string; password: string; database: string };

/** The port in the name of the socket. A folder has one server, so all use the same port. */
export const socketPort = 5432;
const socketName = `.s.PGSQL.${socketPort}`;
/** The longest socket path that every system accepts; macOS has the lowest limit. */
const pathMaxBytes = 103;
/** How often the link is touched, because cleaners of temporary folders delete old files. */
const touchMs = 3_600_000;

/**
 * Returns the address of a database for this process, in a form that libpq reads too. Clients make
 * the server prove that it knows the password.
 * @throws StartupError when the server listens on a socket and there is no short path to it.
 */
export function urlFor(address: Address, path: ShortPath | undefined, { role, password, database }: Login): string {
  if (address === 'socket' && path === undefined)
    throw new StartupError('The path of the data folder is too long for a socket: set DATA_DIR to a shorter one.');
  const [host, port] =
    address === 'socket' ? [encodeURIComponent(path?.data ?? ''), socketPort] : ['127.0.0.1', address];
  return `postgresql://${role}:${password}@${host}:${port}/${encodeURIComponent(database)}?require_auth=scram-sha-256`;
}

/** A path to the data folder, short enough for a socket. Close it with the database. */
export type ShortPath = { data: string; close: () => void };

/**
 * Finds a short path to the data folder: its own path, else one through an open file of this
 * process, else, on systems without such paths, one through a link in a private temporary folder.
 * Returns undefined if all of them are too long.
 */
export function shortPath(
  folder: Pick<Folder, 'base' | 'data'>,
  ways = [itself, throughOpenFile, throughLink],
): ShortPath | undefined {
  for (const way of ways) {
    const found = tried(() => way(folder));
    if (found === undefined) continue;
    if (Buffer.byteLength(join(found.data, socketName)) <= pathMaxBytes) return found;
    found.close();
  }
  return undefined;
}

/** Returns undefined if the way fails, for example on an unreadable folder. */
function tried(way: () => ShortPath | undefined): ShortPath | undefined {
  try {
    return way();
  } catch {
    return undefined;
  }
}

type Way = (folder: Pick<Folder, 'base' | 'data'>) => ShortPath | undefined;

const itself: Way = ({ data }) => ({ data, close() {} });

const throughOpenFile: Way = ({ base }) => {
  const file = openSync(base, 'r');
  const path = `/proc/${process.pid}/fd/${file}`;
  const close = (): void => closeSync(file);
  if (existsSync(join(path, '.'))) return { data: join(path, 'postgres'), close };
  close();
  return undefined;
};

/** Safe: the temporary folder is new and private, so no other user can change it. */
export const throughLink: Way = ({ base }) => {
  const made = mkdtempSync(join(tmpdir(), 'goal-'));
  const link = join(made, 'd');
  symlinkSync(base, link);
  const touch = setInterval(() => {
    const now = new Date();
    try {
      lutimesSync(link, now, now);
      utimesSync(made, now, now);
    } catch {
      // The link was deleted: the next connection fails and says so.
    }
  }, touchMs).unref();
  return {
    data: join(link, 'postgres'),
    close() {
      clearInterval(touch);
      rmSync(made, { recursive: true, force: true });
    },
  };
};

/** Whether the folder takes a socket: the file systems of shared folders mostly do not. */
export async function takesSockets({ data }: ShortPath): Promise<boolean> {
  const path = join(data, '.s.probe');
  rmSync(path, { force: true });
  return await canListen({ path });
}

/**
 * Returns the port for a server on a folder: the former one, because other processes may rely on
 * it, or a new one if there is none. Returns undefined while the former port is taken, or when no
 * free port was found.
 */
export async function portOf(folder: Folder, former = formerPort(folder)): Promise<number | undefined> {
  if (former === undefined) return await freePort();
  return (await canListen(tcp(former))) ? former : undefined;
}

/** Returns the port that this folder used last; a copy of another folder has none yet. */
export function formerPort(folder: Folder): number | undefined {
  if (!existsSync(folder.port)) return undefined;
  const [port, data] = readFileSync(folder.port, 'utf8').split('\n');
  return data === folder.data ? Number(port) : undefined;
}

/** The text of the note that `formerPort` reads. */
export const portNote = (folder: Folder, port: number): string => `${port}\n${folder.data}\n`;

const tcp = (port: number): ListenOptions => ({ port, host: '127.0.0.1', exclusive: true });
