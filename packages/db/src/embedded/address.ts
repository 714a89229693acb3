import { randomInt } from 'node:crypto';
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
import { createServer, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { StartupError } from '../startup-error.ts';
import type { Folder } from './cluster.ts';

/** Where a server listens: on the socket in its data folder, or on this port of 127.0.0.1. */
export type Address = 'socket' | number;

/** Who connects, and to what. */
export type Login = { role: string; password: string; database: string };

/**
 * The part of a socket's name that PostgreSQL makes of its port. Only one server has the folder, so
 * every folder has the same.
 */
export const socketPort = 5432;
const socketName = `.s.PGSQL.${socketPort}`;
/** Bytes of a socket's path that every system takes: macOS takes the fewest. */
const longestPath = 103;
/** How often the link is touched: cleaners of temporary folders delete what is some days old. */
const touchMs = 3_600_000;

/**
 * The address of a database for this process, in a form that libpq reads too. It asks the server to
 * prove that it knows the password.
 */
export function urlFor(address: Address, path: ShortPath | undefined, { role, password, database }: Login): string {
  if (address === 'socket' && path === undefined)
    throw new StartupError('The path of the data folder is too long for a socket: set DATA_DIR to a shorter one.');
  const [host, port] =
    address === 'socket' ? [encodeURIComponent(path?.data ?? ''), socketPort] : ['127.0.0.1', address];
  return `postgresql://${role}:${password}@${host}:${port}/${encodeURIComponent(database)}?require_auth=scram-sha-256`;
}

/**
 * How this process reaches the data folder by a path that is short enough for a socket. To be
 * closed when the database is let go of.
 */
export type ShortPath = { data: string; close: () => void };

/**
 * The path of the data folder itself where that is short enough; else a path through an open file
 * of this process, and where the system has no such paths, through a link in a private temporary
 * folder. Undefined where all of them are too long.
 */
export function shortPath(
  folder: Pick<Folder, 'base' | 'data'>,
  ways = [itself, throughOpenFile, throughLink],
): ShortPath | undefined {
  for (const way of ways) {
    const found = tried(() => way(folder));
    if (found === undefined) continue;
    if (Buffer.byteLength(join(found.data, socketName)) <= longestPath) return found;
    found.close();
  }
  return undefined;
}

/** Where a folder may not be read, or the temporary folder not written, the other ways are left. */
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

/**
 * Nobody else can make or change anything in the temporary folder, which is new and belongs to this
 * user alone.
 */
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
      // Somebody has deleted it: the next connection fails and says so.
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

/**
 * Whether a socket can be made in the folder: some file systems have none, above all those of
 * shared folders.
 */
export async function takesSockets({ data }: ShortPath): Promise<boolean> {
  const path = join(data, '.s.probe');
  rmSync(path, { force: true });
  return await listens({ path });
}

/**
 * The port for a server on a folder: the one of last time, which other processes may rely on, or a
 * new one where there is none. Undefined while the one of last time is taken.
 */
export async function portOf(folder: Folder, former = formerPort(folder)): Promise<number | undefined> {
  if (former !== undefined) return (await listens(tcp(former))) ? former : undefined;
  for (let tries = 0; tries < 100; tries += 1) {
    // Below the ports that systems give to outgoing connections: one of these could take the port
    // while the server is away.
    const port = randomInt(10_000, 32_768);
    if (await listens(tcp(port))) return port;
  }
  return undefined;
}

/** The port that this folder had last time; a folder that was copied from another has none yet. */
export function formerPort(folder: Folder): number | undefined {
  if (!existsSync(folder.port)) return undefined;
  const [port, data] = readFileSync(folder.port, 'utf8').split('\n');
  return data === folder.data ? Number(port) : undefined;
}

/** What `formerPort` reads. */
export const portNote = (folder: Folder, port: number): string => `${port}\n${folder.data}\n`;

const tcp = (port: number): ListenOptions => ({ port, host: '127.0.0.1', exclusive: true });

function listens(at: ListenOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(at, () => server.close(() => resolve(true)));
  });
}
