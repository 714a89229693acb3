import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { codeOf, StartupError } from '../startup-error.ts';
import { accountFor, type Account } from './account.ts';
import { formerPort, portNote, portOf, takesSockets, urlFor, type Address, type ShortPath } from './address.ts';
import { nativeFolder } from './binaries.ts';
import { checkCluster, createCluster, type Folder } from './cluster.ts';
import {
  lastComplaint,
  readPostmaster,
  serves,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type Settings,
  type Started,
} from './postmaster.ts';
import { connect, databaseName, handOver, holdKey, isOfSuperuser, isOwn, serviceRole } from './service-role.ts';

/** How long a server may go without reporting that it is starting, recovering or stopping. */
const silenceMs = 15_000;
/** How long recovery may take. After a crash it replays at most max_wal_size. */
export const recoveryMs = 300_000;

export type JoinOptions = {
  log?: (message: string) => void;
  /** Additional settings for a server that this call starts. */
  settings?: Settings;
  /** Additional attributes of a new role of the service: `CREATEDB`, for tests. */
  attributes?: string;
  /** Listens on 127.0.0.1 even if the system has sockets; for tests. */
  tcp?: boolean;
};

/** The address at which a process found the database. Its pools use it, so it must not change. */
export type Held = { url: string; address: Address };

/** A session that holds the database. */
export type Joined = Held & { session: pg.Client };

/**
 * Opens a session that holds the database, and starts the server unless it runs. The caller has
 * the folder's lock. `held` says where this process found the database before.
 * @throws StartupError when the folder cannot be used, the server does not come up, or it came up
 * at another address.
 */
export async function joinServer(
  folder: Folder,
  path: ShortPath | undefined,
  options: JoinOptions,
  held?: Held,
): Promise<Joined> {
  const account = accountFor(nativeFolder(), folder.data);
  checkCluster(folder);
  if (!existsSync(folder.data)) {
    options.log?.(`Setting up a database in ${folder.data}.`);
    await createCluster(folder, account);
  }
  const begun = Date.now();
  let started: Started | undefined;
  let taken: string | undefined;
  for (let silent = begun; ; await sleep(25)) {
    const running = readPostmaster(folder);
    if (running && serves(running.pid, folder)) {
      // Do not connect before the server reports that it is ready: until then another program may
      // have its address.
      const met = running.isReady ? await meet(running, { folder, path, account, options }) : 'busy';
      if (met instanceof pg.Client) return await keep(met, running.address, { folder, path, account }, held);
      if (met === 'busy') silent = Date.now();
    } else if (!started || started.exited()) {
      // Retry: processes of a killed server may live for a moment longer and keep its shared
      // memory.
      if (started) await sleep(300);
      const address = await chooseAddress(folder, path, options, held);
      if (address !== undefined) started = await startPostmaster(folder, account, options.settings ?? {}, address);
      taken = address === undefined ? portIsTaken(folder) : undefined;
      if (taken !== undefined) {
        // A process that has held the database retries by itself, and must not keep the folder's
        // lock from others meanwhile.
        if (held !== undefined) throw new StartupError(taken);
        options.log?.(taken);
      }
    }
    if (Date.now() - silent > silenceMs || Date.now() - begun > recoveryMs)
      throw new StartupError(
        taken ?? `The embedded PostgreSQL does not start (${lastComplaint(folder)}): its log is ${folder.log}.`,
      );
  }
}

type On = { folder: Folder; path: ShortPath | undefined; account: Account };

/**
 * Hands the database over to the service's role if needed, and returns a session of that role that
 * holds the advisory lock. Returns `busy` while the server starts, recovers or stops, and undefined
 * when it does not answer as expected.
 * @throws StartupError when the database cannot be handed over.
 */
async function meet(
  { pid, address }: Postmaster,
  { folder, path, account, options }: On & { options: JoinOptions },
): Promise<pg.Client | 'busy' | undefined> {
  let session: pg.Client | undefined;
  try {
    if (isOfSuperuser(folder)) {
      const urlOf = urlFor.bind(undefined, address, path);
      const came = await handOver(folder, account, { urlOf, attributes: options.attributes ?? '' });
      if (came === 'to stop') {
        await stopPostmaster(pid, folder);
        return 'busy';
      }
    }
    session = await connect(serviceUrl(folder, address, path));
    if (!(await isOwn(session, folder))) throw new Error('another data folder');
    await session.query('SELECT pg_advisory_lock_shared($1::bigint)', [holdKey]);
    return session;
  } catch (error) {
    await session?.end().catch(() => {});
    if (error instanceof StartupError) throw error;
    // The server refused a statement: another attempt would end the same way.
    if (error instanceof pg.DatabaseError && isOfSuperuser(folder) && !/^(28|3D|53|57)/.test(error.code ?? ''))
      throw new StartupError(
        `The database in ${folder.data} cannot be given to the role ${serviceRole} (${error.message}): put that right with the former version, then start this one.`,
        { cause: error },
      );
    return /^57P0[123]$/.test(codeOf(error) ?? '') ? 'busy' : undefined;
  }
}

function serviceUrl(folder: Folder, address: Address, path: ShortPath | undefined): string {
  const password = readFileSync(folder.password, 'utf8');
  return urlFor(address, path, { role: serviceRole, password, database: databaseName });
}

/** Records the address. @throws StartupError when this process held another one. */
async function keep(session: pg.Client, address: Address, { folder, path, account }: On, held?: Held): Promise<Joined> {
  const url = serviceUrl(folder, address, path);
  if (held !== undefined && held.url !== url) {
    await leaveServer(folder, session);
    throw new StartupError(
      'The embedded PostgreSQL came back at another address: waiting until it is back at its own.',
    );
  }
  if (address !== 'socket' && formerPort(folder) !== address) {
    writeFileSync(folder.port, portNote(folder, address), { mode: 0o600 });
    account.own(folder.port);
  }
  return { session, url, address };
}

/** Returns undefined while the former port is taken, or when no port is free. */
async function chooseAddress(
  folder: Folder,
  path: ShortPath | undefined,
  { tcp = process.platform === 'win32', log }: JoinOptions,
  held?: Held,
): Promise<Address | undefined> {
  if (held !== undefined) return held.address === 'socket' ? 'socket' : await portOf(folder, held.address);
  if (tcp) return await portOf(folder);
  if (path !== undefined && (await takesSockets(path))) return 'socket';
  log?.(`No socket can be made in ${folder.data}: the embedded PostgreSQL listens on a port of 127.0.0.1.`);
  return await portOf(folder);
}

function portIsTaken(folder: Folder): string {
  const port = formerPort(folder);
  return port === undefined
    ? 'No port of 127.0.0.1 is free for the embedded PostgreSQL.'
    : `The port ${port} of the embedded PostgreSQL is taken by another program: end that program. Or stop every process of the service and delete ${folder.port}, so that the next start takes another port.`;
}

/** Releases the lock. The last process gets it exclusively and stops the server. Never fails. */
export async function leaveServer(folder: Folder, session: pg.Client): Promise<void> {
  const running = readPostmaster(folder);
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1::bigint)', [holdKey]);
    const alone = await session.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS last', [holdKey]);
    if (alone.rows[0]?.last && running && serves(running.pid, folder)) await stopPostmaster(running.pid, folder);
  } catch {
    // The server is gone, and the lock with it.
  }
  await session.end().catch(() => {});
}
