import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { environmentWith } from '../env.ts';
import { memoryOfFamily } from './processes.ts';

const program = fileURLToPath(new URL('../../../server/dist/bundle/main.js', import.meta.url));
const bareProgram = fileURLToPath(new URL('../bare-server.js', import.meta.url));
const startTimeoutMs = 30_000;
const stopTimeoutMs = 12_000;

/** The real service in a process of its own, as `npm start` runs it. */
export type Service = {
  origin: string;
  pid: number;
  /** The origin of its console; rejects if it has none. */
  console: () => Promise<string>;
  /** The origin of its dashboard, by the name that it prints; rejects if it has none. */
  dashboard: () => Promise<string>;
  /** Resolves when it has started: its web apps answer as well. */
  started: () => Promise<unknown>;
  /** A figure of its page of metrics. */
  metric: (name: string) => Promise<number>;
  /** The resident memory of its process in bytes. */
  memory: () => Promise<number>;
  /** The memory of its process and of those that it started. */
  memoryOfAll: () => Promise<number>;
  /** Kills it with SIGKILL; resolves once it has exited. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the service on a database, with its log in a file. If `profileDir` is given, V8 writes a
 * CPU profile there at its end.
 */
export async function startService(
  url: string,
  logFile: string,
  {
    profileDir,
    withConsole = false,
    withDashboard = false,
    environment = {},
  }: {
    profileDir?: string | undefined;
    withConsole?: boolean;
    withDashboard?: boolean;
    environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Service> {
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const { child, kill, stop } = start([...profiling, '--enable-source-maps', program], logFile, {
    DATABASE_URL: url,
    PORT: '0',
    CONSOLE_PORT: withConsole ? '0' : 'off',
    DASHBOARD_PORT: withDashboard ? '0' : 'off',
    DATA_DIR: path.dirname(logFile),
    ...environment,
  });
  try {
    const origin = await findInLog(/"origin":"([^"]+)"/, logFile, child);
    return {
      origin,
      pid: child.pid ?? 0,
      console: () => findInLog(/"console":"([^"]+)"/, logFile, child),
      dashboard: () => findInLog(/Dashboard +(http:\S+)/, logFile, child),
      started: () => findInLog(/(Ctrl-C)/, logFile, child),
      metric: (name) => metricOf(origin, name),
      memory: () => metricOf(origin, 'process_resident_memory_bytes'),
      memoryOfAll: () => memoryOfFamily(child.pid ?? 0),
      kill,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a bare node:http server (bare-server.ts), which runs the same statements for a site's page
 * and for an event that is stored.
 */
export async function startBareServer(
  url: string,
  logFile: string,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const { child, stop } = start(['--enable-source-maps', bareProgram], logFile, { DATABASE_URL: url });
  try {
    return { origin: await findInLog(/"origin":"([^"]+)"/, logFile, child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a Node program that ends with this process. */
function start(
  args: string[],
  logFile: string,
  environment: Readonly<Record<string, string>>,
): { child: ChildProcess; kill: () => Promise<void>; stop: () => Promise<void> } {
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, args, { env: environmentWith(environment), stdio: ['ignore', log, log] });
  closeSync(log);
  const atExit = (): void => void child.kill('SIGKILL');
  process.once('exit', atExit);
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    process.off('exit', atExit);
    await end(child, signal);
  };
  return { child, kill: () => endBy('SIGKILL'), stop: () => endBy('SIGTERM') };
}

/** Waits until the log contains a match of `what`, and returns its first group. */
async function findInLog(what: RegExp, logFile: string, child: ChildProcess): Promise<string> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const text = what.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (text !== undefined) return text;
    await sleep(10);
  }
  throw new Error(`The service did not start: its log is ${logFile}.`);
}

async function metricOf(origin: string, name: string): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(10_000) });
  const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
  if (!(value >= 0)) throw new Error(`the metrics of the service do not include ${name}`);
  return value;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
