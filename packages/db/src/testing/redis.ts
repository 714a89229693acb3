import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { isAlive } from '../embedded/folder-lock.ts';
import { freePort } from './free-port.ts';

/** A Redis server for one test. It keeps nothing on disk. */
export type TestRedis = {
  /** The address, with the password. */
  url: string;
  password: string;
  /** Sends SIGKILL, SIGSTOP or SIGCONT. */
  signal: (name: NodeJS.Signals) => void;
  /** Kills the server (SIGKILL) and waits for its end. */
  kill: () => Promise<void>;
  /** Starts the server again after `kill`, empty, on the same port. */
  restart: () => Promise<void>;
  /** Ends the server and removes its files. */
  stop: () => Promise<void>;
};

const prefix = 'goal-redis-';

/** Starts `redis-server`, which must be installed, on a free port of this machine. */
export async function startRedis(): Promise<TestRedis> {
  sweep();
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`));
  const port = await freePort();
  const password = `redis-secret-${port}`;
  let child: ChildProcess;
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    signal('SIGKILL');
    await gone;
  };
  const restart = async (): Promise<void> => {
    child = await run(folder, ['--port', String(port), '--requirepass', password]);
  };
  const atExit = (): void => void child.kill('SIGKILL');
  await restart();
  process.once('exit', atExit);
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    signal,
    kill,
    restart,
    async stop() {
      await kill();
      process.off('exit', atExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(folder: string, args: readonly string[]): Promise<ChildProcess> {
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn('redis-server', [...options, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const missing = 'redis-server cannot be started; this installs it: sudo apt-get install -y redis-server';
    child.on('error', (cause) => reject(new Error(missing, { cause })));
    child.on('exit', () => reject(new Error(`redis-server ended:\n${said}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ready to accept connections')) resolve();
    });
  });
  return child;
}

/** Ends servers that killed runs left behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!(owner > 0) || isAlive(owner)) continue;
    const folder = path.join(tmpdir(), name);
    for (const pid of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) endIfIn(folder, Number(pid));
    rmSync(folder, { recursive: true, force: true });
  }
}

function endIfIn(folder: string, pid: number): void {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) === folder) process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended, or belongs to another user.
  }
}
