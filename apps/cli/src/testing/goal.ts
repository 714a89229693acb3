import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openPatientDatabase, waitLimitMs } from '@goal/db/testing';

import { runGoal } from '../run-goal.ts';
import { runIn, type Surroundings } from '../surroundings.ts';

const apps = path.resolve(import.meta.dirname, '../../..');

/** The environment variables of a process under test, in addition to PATH. */
export type Variables = Readonly<Record<string, string>>;

/** A program under test: its output so far, and how it ended. */
export type Running = {
  child: ChildProcess;
  out: string;
  err: string;
  /** The exit code; null if the program did not end within `waitLimitMs` and was killed. */
  ended: Promise<number | null>;
};

/** How a `goal` command ended, and what it printed. */
export type Ended = { code: number | null; out: string; err: string };

/** Starts the built `goal` command with only PATH of our own environment. */
export const startGoal = (args: readonly string[], variables: Variables): Running =>
  start('cli/dist/bundle/main.js', args, variables);

/** Starts the built server. */
export const startServer = (variables: Variables): Running => start('server/dist/bundle/main.js', [], variables);

/**
 * Runs a `goal` command in this process to its end, with only these variables: a process of its own
 * takes four times as long.
 */
export async function goal(args: readonly string[], variables: Variables): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' };
  const around: Surroundings = {
    env: variables,
    stdin: { isTTY: false },
    stdout: { write: (text) => (ended.out += text) },
    stderr: { write: (text) => (ended.err += text) },
    // Nobody stops it.
    once: () => {},
    openDatabase: openPatientDatabase,
  };
  await runIn(around, () => runGoal(args));
  return { ...ended, code: Number(around.exitCode ?? 0) };
}

/** Runs the built `goal` command to its end, as a process. */
export async function goalProcess(args: readonly string[], variables: Variables): Promise<Ended> {
  const running = startGoal(args, variables);
  const code = await running.ended;
  return { code, out: running.out, err: running.err };
}

/** Resolves once the program has printed a match of `what`. Rejects if it ends before that. */
export async function printed(running: Running, where: 'out' | 'err', what: RegExp): Promise<void> {
  const stream = where === 'out' ? running.child.stdout : running.child.stderr;
  while (!what.test(running[where])) {
    const code = await Promise.race([running.ended, once(stream ?? running.child, 'data').then(() => 'more' as const)]);
    if (code !== 'more' && !what.test(running[where])) throw new Error(`It ended with ${code}: ${running.err}`);
  }
}

function start(file: string, args: readonly string[], variables: Variables): Running {
  const child = spawn(process.execPath, [path.join(apps, file), ...args], {
    // Keeps a command without DATA_DIR away from the checkout's own data.
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
