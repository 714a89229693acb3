import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { StartupError } from '../startup-error.ts';
import { shortPath, type ShortPath } from './address.ts';
import { openFolder, type Folder } from './cluster.ts';
import { withFolderLock } from './folder-lock.ts';
import { joinServer, leaveServer, recoveryMs, type Held, type JoinOptions, type Joined } from './join-server.ts';

export type EmbeddedOptions = JoinOptions & {
  /** Created if it is missing. The database is in its folder `postgres`. */
  dataDir: string;
};

export type Embedded = {
  /**
   * The address of the database `goal`, with the password of its owner, which is not a superuser.
   * It is valid and does not change while the database is held. Use it only with clients of this
   * package, which never send the password to a server.
   */
  url: string;
  /** The last process to release it stops the server. Never fails; may be called twice. */
  release: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on a folder, or joins the one that already runs there. The server
 * outlives a crash of this process. If it ends while it is held, it is started again.
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

/** One process's hold on the server: a session with the shared lock, renewed when it is lost. */
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

  /** Logs a line unless it repeats the last one. */
  #say(line: string): void {
    if (line !== this.#said) this.options.log?.(line);
    this.#said = line;
  }

  /**
   * The session ended, because the server crashed or was stopped. Takes the lock again, because
   * without it another process could stop the server while this one uses it.
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
    // `release` has set `#released` by then, so a running renewal ends after its current attempt.
    await Promise.resolve();
    await this.#renewing;
    if (this.#session) await leaveServer(this.folder, this.#session);
    this.path?.close();
  }
}
