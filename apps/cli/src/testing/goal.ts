import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { waitLimitMs } from '@goal/db/testing';

const apps = path.resolve(import.meta.dirname, '../../..');

/** What the environment of a test's process holds beside what a shell gives. */
export type Variables = Readonly<Record<string, string>>;

/** A program of ours under test: what it has printed so far, and how it ended. */
export type Running = {
  child: ChildProcess;
  out: string;
  err: string;
  /** The exit code. A program that does not end within `waitLimitMs` is killed; then it has none. */
  ended: Promise<number | null>;
};

/** How a `goal` command ended, and what it printed. */
export type Ended = { code: number | null; out: string; err: string };

/** Starts the real `goal` command, as built, with nothing of our environment but PATH. */
export const startGoal = (args: readonly string[], variables: Variables): Running =>
  start('cli/dist/bundle/main.js', args, variables);

/** Starts the real server, as built. */
export const startServer = (variables: Variables): Running => start('server/dist/bundle/main.js', [], variables);

/** Runs a `goal` command to its end. */
export async function goal(args: readonly string[], variables: Variables): Promise<Ended> {
  const running = startGoal(args, variables);
  const code = await running.ended;
  return { code, out: running.out, err: running.err };
}

/** Resolves once the program has printed what is looked for. Rejects when it ends before. */
export async function printed(running: Running, where: 'out' | 'err', what: RegExp): Promise<void> {
  const stream = where === 'out' ? running.child.stdout : running.child.stderr;
  while (!what.test(running[where])) {
    const code = await Promise.race([running.ended, once(stream ?? running.child, 'data').then(() => 'more' as const)]);
    if (code !== 'more' && !what.test(running[where])) throw new Error(`It ended with ${code}: ${running.err}`);
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server on a TCP port has no other kind of address
  server.close();
  await once(server, 'close');
  return port;
}

function start(file: string, args: readonly string[], variables: Variables): Running {
  const child = spawn(process.execPath, [path.join(apps, file), ...args], {
    // A command that forgot DATA_DIR would not meet the checkout's own data.
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running: Running = { child, out: '', err: '', ended: ending(child) };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (running.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (running.err += text));
  return running;
}

async function ending(child: ChildProcess): Promise<number | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), waitLimitMs);
  await once(child, 'close');
  clearTimeout(timer);
  return child.exitCode;
}
