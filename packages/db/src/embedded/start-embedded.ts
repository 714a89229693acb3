import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { codeOf, StartupError } from '../startup-error.ts';
import { accountFor } from './account.ts';
import { nativeFolder } from './binaries.ts';
import { checkCluster, createCluster, openFolder, type Folder } from './cluster.ts';
import { withFolderLock } from './folder-lock.ts';
import {
  choosePort,
  formerPort,
  lastComplaint,
  readPostmaster,
  serves,
  startPostmaster,
  type Settings,
  type Started,
} from './postmaster.ts';

export type EmbeddedOptions = {
  /** Made if it is missing. The database lies in its folder `postgres`. */
  dataDir: string;
  log?: (message: string) => void;
  /** More settings for a server that this call starts; for tests. */
  settings?: Settings;
};

export type Embedded = {
  /** Of the database `goal`, with its password. Stays the same while the database is held. */
  url: string;
  /** Lets go of the database; the last process to do so stops it, and waits for that. Never fails; may be called twice. */
  release: () => Promise<void>;
};

/** Everybody who uses the database holds this advisory lock, shared, on a session of the database `goal`. */
const holdKey = 0x676f616c;
/** How long a server may stay silent without saying that it is starting, recovering or stopping. */
const silenceMs = 15_000;
/** Recovery after a crash replays at most max_wal_size. */
const recoveryMs = 300_000;
const stopMs = 10_000;

/**
 * Starts the embedded PostgreSQL on a folder, or joins the one that runs there already, whoever started it. It outlives a crash of
 * this process, and is started again should it end while it is held.
 * @throws StartupError when the folder cannot be used or the server does not come up.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = openFolder(options.dataDir);
  const hold = new Hold(folder, options);
  await hold.take();
  return { url: hold.url, release: () => hold.release() };
}

/** One process's share in the running server: a session that holds the lock, renewed when the server drops it. */
class Hold {
  url = '';
  #session: pg.Client | undefined;
  #renewing: Promise<void> | undefined;
  #released: Promise<void> | undefined;

  constructor(
    readonly folder: Folder,
    readonly options: EmbeddedOptions,
  ) {}

  async take(): Promise<void> {
    const { session, url } = await withFolderLock(this.folder.lock, recoveryMs, () => join(this.folder, this.options));
    if (this.url && this.url !== url) {
      await leave(this.folder, session);
      throw new StartupError('The embedded PostgreSQL came back on another port, because its own is taken.');
    }
    this.url = url;
    this.#session = session;
    session.once('error', () => this.#lost());
    session.once('end', () => this.#lost());
  }

  /** The server crashed, or somebody stopped it: without the lock, another process could stop it under us. */
  #lost(): void {
    this.#session = undefined;
    if (!this.#released) this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
  }

  async #renew(): Promise<void> {
    this.options.log?.('The embedded PostgreSQL went away: bringing it back.');
    while (!this.#released) {
      try {
        await this.take();
        return;
      } catch (error) {
        this.options.log?.(
          error instanceof StartupError ? error.message : 'The embedded PostgreSQL could not be started again.',
        );
        await sleep(1000);
      }
    }
  }

  release(): Promise<void> {
    this.#released ??= this.#leave();
    return this.#released;
  }

  async #leave(): Promise<void> {
    // `#released` is set by now, so a renewal under way ends after its present attempt.
    await Promise.resolve();
    await this.#renewing;
    if (this.#session) await leave(this.folder, this.#session);
  }
}

/** Under the folder's lock: a session that holds the database, which is started unless it runs. */
async function join(folder: Folder, options: EmbeddedOptions): Promise<{ session: pg.Client; url: string }> {
  const native = nativeFolder();
  const account = accountFor(native, folder.data);
  checkCluster(folder);
  if (!existsSync(folder.data)) {
    options.log?.(`Setting up a database in ${folder.data}.`);
    await createCluster(folder, account);
  }
  const password = readFileSync(folder.password, 'utf8');
  const begun = Date.now();
  let started: Started | undefined;
  for (let silent = begun; ; await sleep(25)) {
    const running = readPostmaster(folder);
    if (running && serves(running.pid, folder)) {
      const url = `postgresql://goal:${password}@127.0.0.1:${running.port}/goal`;
      const met = await knock(folder, url);
      if (met instanceof pg.Client) {
        if (formerPort(folder) !== running.port) {
          writeFileSync(folder.port, String(running.port), { mode: 0o600 });
          account.own(folder.port);
        }
        return { session: met, url };
      }
      if (met === 'busy') silent = Date.now();
    } else if (!started || started.exited()) {
      // Processes of a killed server may live on for a moment and keep its memory: so it is tried again.
      if (started) await sleep(300);
      started = await startPostmaster(folder, account, options.settings ?? {}, await choosePort(folder));
    }
    if (Date.now() - silent > silenceMs || Date.now() - begun > recoveryMs) {
      throw new StartupError(
        `The embedded PostgreSQL does not start (${lastComplaint(folder)}): its log is ${folder.log}.`,
      );
    }
  }
}

/** A session that holds the lock; or `busy` while the server says that it starts, recovers or stops; or nothing. */
async function knock(folder: Folder, url: string): Promise<pg.Client | 'busy' | undefined> {
  let session: pg.Client | undefined;
  try {
    session = await connect(url);
    const proof = await session.query<{ dir: string }>(`SELECT current_setting('data_directory') AS dir`);
    // A folder that was copied while its server ran names that server, not one of its own; where command lines cannot be read, this tells.
    if (realpathSync(proof.rows[0]?.dir ?? '') !== folder.data) throw new Error('another data folder');
    await session.query('SELECT pg_advisory_lock_shared($1)', [holdKey]);
    return session;
  } catch (error) {
    await session?.end().catch(() => {});
    const code = codeOf(error) ?? '';
    const missing = code === '3D000';
    if (missing) await createGoal(url).catch(() => {});
    return missing || /^57P0[123]$/.test(code) ? 'busy' : undefined;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 15_000,
    keepAlive: true,
    application_name: 'goal (hold)',
  });
  // Its end is what counts, and is told by the event of that name; an error without a listener would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function createGoal(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = await connect(maintenance.href);
  try {
    await client.query('CREATE DATABASE goal');
  } finally {
    await client.end();
  }
}

/** Gives the lock back; who then gets it alone was the last one, and stops the server. */
async function leave(folder: Folder, session: pg.Client): Promise<void> {
  const running = readPostmaster(folder);
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1)', [holdKey]);
    const alone = await session.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [holdKey]);
    if (alone.rows[0]?.last && running && serves(running.pid, folder)) await stop(running.pid, folder);
  } catch {
    // The server is gone: nothing to let go of.
  }
  await session.end().catch(() => {});
}

/** Fast shutdown: sessions are ended, data are written. On Windows the signal is harder, and the next start recovers. */
async function stop(pid: number, folder: Folder): Promise<void> {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopMs;
  while (serves(pid, folder) && Date.now() < deadline) await sleep(10);
}
