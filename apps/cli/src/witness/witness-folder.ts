import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

import { parseCheckpoint } from '@goal/signed-log';

import { Refusal } from '../refusal.ts';
import { refusalOf } from '../whole-file.ts';

/**
 * The memory of a witness, in a folder: the newest checkpoint of each log that it cosigned, as a
 * file. One process holds the folder, by a socket in it that the system closes with the process.
 */
export class WitnessFolder {
  private constructor(
    private readonly dir: string,
    private readonly lock: Server,
    private readonly lockId: number,
  ) {}

  /** Makes the folder and takes it. Throws a `Refusal` where another process has it. */
  static async open(dir: string): Promise<WitnessFolder> {
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = lockOf(dir);
      const lock = await take(file);
      return new WitnessFolder(dir, lock, statSync(file).ino);
    } catch (error) {
      throw refusalOf(error, dir);
    }
  }

  /** The newest kept checkpoint of a log. Throws a `Refusal` for a file that is none. */
  known(origin: string): string | undefined {
    const file = this.#fileOf(origin);
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw refusalOf(error, file);
    }
    if (parseCheckpoint(text)?.head.origin !== origin)
      throw new Refusal(
        `${file} is damaged: put it back from a copy that is not older, or ask the log for another name.`,
      );
    return text;
  }

  /** Keeps a checkpoint for good. Throws where the folder is another process's by now. */
  keep(origin: string, checkpoint: string): void {
    if (statSync(lockOf(this.dir)).ino !== this.lockId) throw new Refusal(`Another witness has taken ${this.dir}.`);
    const file = this.#fileOf(origin);
    const draft = `${file}.part`;
    const opened = openSync(draft, 'w', 0o600);
    try {
      writeFileSync(opened, checkpoint);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(draft, file);
    const folder = openSync(this.dir, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  /** Gives the folder back. */
  close(): void {
    this.lock.close();
  }

  #fileOf(origin: string): string {
    return path.join(this.dir, `checkpoint-${createHash('sha256').update(origin).digest('hex').slice(0, 32)}.txt`);
  }
}

const lockOf = (dir: string): string => path.join(dir, 'lock');

/** Listens on the socket of a folder. One that a dead process left there is replaced. */
async function take(file: string): Promise<Server> {
  const lock = await listening(file);
  if (lock !== undefined) return lock;
  if (!(await isAlive(file))) {
    rmSync(file, { force: true });
    const second = await listening(file);
    if (second !== undefined) return second;
  }
  throw new Refusal(`Another witness runs with ${path.dirname(file)}: two would not know of each other.`);
}

/** Undefined where something has this name. */
function listening(file: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(file, () => resolve(server));
  });
}

/** Whether a process listens. One that stands still does. */
function isAlive(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}
