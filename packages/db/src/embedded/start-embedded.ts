import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { StartupError } from '../startup-error.ts';
import { shortPath, type ShortPath } from './address.ts';
import { openFolder, type Folder } from './cluster.ts';
import { withFolderLock } from './folder-lock.ts';
import { joinServer, leaveServer, recoveryMs, type Held, type JoinOptions, type Joined } from './join-server.ts';

export type EmbeddedOptions = JoinOptions & {
  /** Made if it is missing. The database lies in its folder `postgres`. */
  dataDir: string;
};

export type Embedded = {
  /**
   * The address of the database `goal`, with the password of its owner, which is no superuser. It
   * stays the same while the database is held, and works for as long. Only for clients of this
   * package, which give the password to no server.
   */
  url: string;
  /**
   * Lets go of the database; the last process to do so stops it, and waits for that. Never fails;
   * may be called twice.
   */
  release: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on a folder, or joins the one that runs there already, whoever
 * started it. It outlives a crash of this process, and is started again should it end while it is
 * held.
 * @throws StartupError when the folder cannot be used or the server does not come up.
 */
export async function startEmbedded({ dataDir, ...options }: EmbeddedOptions): Promise<Embedded> {
  const folder = openFolder(dataDir);
  const hold = new Hold(folder, shortPath(folder), options);
  try {
    const { url } = await hold.take();
    return { url, release: () => hold.release() };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/**
 * One process's share in the running server: a session that holds the lock, renewed when the server
 * drops it.
 */
class Hold {
  #held: Held | undefined;
  #said: string | undefined;
  #session: pg.Client | undefined;
  #renewing: Promise<void> | undefined;
  #released: Promise<void> | undefined;

  constructor(
    readonly folder: Folder,
    readonly path: ShortPath | undefined,
    readonly options: JoinOptions,
  ) {}

  async take(): Promise<Joined> {
    const joined = await withFolderLock(this.folder.lock, recoveryMs, () =>
      joinServer(this.folder, this.path, { ...this.options, log: (line) => this.#say(line) }, this.#held),
    );
    const { session } = joined;
    this.#held = joined;
    this.#session = session;
    session.once('error', () => this.#lost());
    session.once('end', () => this.#lost());
    return joined;
  }

  /** Logs a line once, however often it comes in a row. */
  #say(line: string): void {
    if (line !== this.#said) this.options.log?.(line);
    this.#said = line;
  }

  /**
   * The server crashed, or somebody stopped it: without the lock, another process could stop it
   * under us.
   */
  #lost(): void {
    this.#session = undefined;
    if (!this.#released) this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
  }

  async #renew(): Promise<void> {
    this.#say('The embedded PostgreSQL went away: bringing it back.');
    while (!this.#released) {
      try {
        await this.take();
        return;
      } catch (error) {
        this.#say(
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
    if (this.#session) await leaveServer(this.folder, this.#session);
    this.path?.close();
  }
}
