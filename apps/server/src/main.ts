import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { checkWorkers, explainedStart, prepareDatabase, StartupError, type Prepared } from '@goal/db';

import { EnvError } from './env-conflicts.ts';
import { readEnv, type Env } from './env.ts';
import { boundHeapGrowth } from './heap-growth.ts';
import { openLog, type Logger } from './log.ts';
import type { Service } from './serve.ts';
import { launchConsole } from './web/console.ts';
import { launchDashboard, withDashboardPort } from './web/dashboard.ts';
import type { Launched, RunningApp } from './web/launch.ts';

/**
 * A stop ends the process after this time even if something hangs, such as a database that does not
 * answer. The time counts from the first signal, but not before the database is ready: a process
 * that ends while it starts PostgreSQL would leave that running.
 */
const stopLimitMs = 9000;
/** The embedded PostgreSQL gets this time to stop after `stopLimitMs`. */
const releaseLimitMs = 11_000;

/** `npm start`: makes the database ready, listens, and stops on the first signal. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      stopping.abort();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  });
  // The reader of the output may go away (`npm start | head`); the service goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const env = await withDashboardPort(readEnv());
  const log = openLog(env.logLevel);
  const processes = processesOf(env, log);
  const prepared = await prepare(env, { processes, log, signal: stopping.signal });
  if (prepared === undefined) return;
  void stopped.then(() => {
    setTimeout(() => {
      log.warn('the stop was cut short: something hangs');
      void Promise.race([prepared.release(), sleep(releaseLimitMs)]).then(() => process.exit(0));
    }, stopLimitMs).unref();
  });
  let service: Service | undefined;
  let apps: (RunningApp | undefined)[] = [];
  try {
    if (stopping.signal.aborted) return;
    await checkWorkers(prepared.url);
    service = await explainedStart(prepared.url, () => begin(env, prepared, { processes, log }));
    log.info({ origin: service.origin, embedded: prepared.embedded }, 'listening');
    if (env.hasConsoleSecret)
      log.info('CONSOLE_SECRET is read no more: the database keeps the sessions of the console');
    if (env.redisUrl === undefined) log.info('rate limits are counted by this instance alone');
    const around = { apiOrigin: service.origin, log, stopping: stopping.signal };
    const [console, dashboard] = await Promise.all([
      launchConsole(env, service.doorProof, around),
      launchDashboard(env, service.doorProof, around),
    ]);
    apps = [console.app, dashboard.app];
    const told = [lineOf('Console', console), lineOf('Dashboard', dashboard)].join('');
    greet(env, service.origin, { processes, embedded: prepared.embedded, apps: told });
    await stopped;
    log.info('stopping');
  } catch (error) {
    // A terminal's Ctrl-C ends processes that still load: then a start fails because of the stop.
    if (!stopping.signal.aborted) throw error;
    log.info('the stop ended the start');
  } finally {
    await Promise.all([...apps.map((app) => app?.stop()), service?.stop()]);
    await prepared.release();
  }
}

/** `INSTANCES=auto` starts at most this many: more than these one database hardly keeps busy. */
const autoMaxProcesses = 8;

/** The processes that serve. Several share their limits in Redis (rulings §2.6). */
function processesOf({ instances, redisUrl }: Env, log: Logger): number {
  if (instances !== 'auto') return instances;
  if (redisUrl !== undefined) return Math.min(availableParallelism(), autoMaxProcesses);
  log.info('INSTANCES=auto is 1: several processes need REDIS_URL, where they share their limits');
  return 1;
}

/** Makes the database ready. Undefined where a stop ended that. */
async function prepare(
  { databaseUrl, dataDir }: Env,
  { processes, log, signal }: { processes: number; log: Logger; signal: AbortSignal },
): Promise<Prepared | undefined> {
  try {
    const tell = (line: string, level: 'info' | 'warn' = 'info'): void => log[level](line);
    const prepared = await prepareDatabase({ databaseUrl, dataDir, instances: processes, signal, log: tell });
    const { risks, fewConnections } = prepared;
    if (fewConnections !== undefined) log.warn(fewConnections);
    if (risks.length > 0) log.warn(`what is acknowledged may be lost: ${risks.join(' ')}`);
    return prepared;
  } catch (error) {
    if (!signal.aborted) throw error;
    log.info('the stop ended the start');
    return undefined;
  }
}

/** Serves by this process, or by several that it starts. Each loads only what it needs. */
async function begin(
  env: Env,
  { url, connections }: Prepared,
  { processes, log }: { processes: number; log: Logger },
): Promise<Service> {
  if (processes === 1) {
    const { serve } = await import('./serve.ts');
    // A program of its own beside this one (apps/cli/bin/bundle.mjs).
    return await serve(env, url, log, { connections, sealer: new URL('./sealer.js', import.meta.url) });
  }
  const { serveByProcesses } = await import('./cluster/serve-by-processes.ts');
  return await serveByProcesses(env, { url, connections, count: processes }, log);
}

/** One of the several. */
async function serveOne(): Promise<void> {
  const stopping = new AbortController();
  process.on('SIGTERM', () => stopping.abort());
  // A terminal sends its signals to the primary too, which then ends this process by SIGTERM.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const one = await import('./cluster/serve-one.ts');
  await one.serveOne(stopping.signal);
}

/** A line about a web app, if it is not switched off. */
function lineOf(name: string, { app, refused }: Launched): string {
  if (app !== undefined) return `  ${name.padEnd(12)}${app.url}\n`;
  return refused === undefined ? '' : `  ${refused}\n`;
}

/** `apps`: the lines about the web apps. */
type Greeting = { processes: number; embedded: boolean; apps: string };

function greet(env: Env, origin: string, { processes, embedded, apps }: Greeting): void {
  const database = embedded ? `embedded PostgreSQL in ${env.dataDir}` : 'the PostgreSQL of DATABASE_URL';
  process.stdout.write(`
Goal is ready.
${apps}  API         ${origin}${env.basePath}
  Docs        ${origin}${env.basePath}/docs
  Health      ${origin}/readyz
${processes === 1 ? '' : `  Processes   ${processes}\n`}  Database    ${database}

Next, in another terminal:
  npm run -s goal -- demo                                               a demo account with events and keys to try
  npm run -s goal -- invite you@example.com                             a link that opens the dashboard
  npm run -s goal -- admin-token create --name me --scope admin:write   a token for the console and the operator API

Ctrl-C stops it; everything is kept.

`);
}

boundHeapGrowth();
try {
  await (cluster.isWorker ? serveOne() : main());
  process.exit(0);
} catch (error) {
  // A fault that a person can mend is printed as a sentence, anything else with its stack.
  const known = error instanceof StartupError || error instanceof EnvError;
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
