import { explainedStart, StartupError } from '@goal/db';

import { readEnv } from '../env.ts';
import { openSharedLog } from '../log.ts';
import { serve, type OneOfSeveral } from '../serve.ts';
import { waitMs, type Beginning, type Begun, type ParentCalls, type ProcessCalls } from './calls.ts';
import { Link } from './link.ts';
import { openTogether, type HeldCalls, type Together } from './remote.ts';
import { wayToParent } from './worker-way.ts';

/** This process ends after this time even if something hangs. */
const stopLimitMs = 8500;

/**
 * One of several processes that serve: begins as its parent says, and ends when the parent or a
 * signal says so. It also ends with the parent, because node:cluster ends it then.
 */
export async function serveOne(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  process.on('SIGTERM', stop);
  let service: OneOfSeveral | undefined;
  let held: HeldCalls | undefined;
  const calls: ProcessCalls = {
    changed: () => service?.calls.changed(),
    stillMs: async (id) => (await held?.stillMs(id)) ?? 0,
    cutOff: (id) => held?.cutOff(id),
    evict: (id) => held?.evict(id),
    runningExport: (key) => service?.calls.runningExport(key) ?? null,
    bundleProgress: (key) => service?.calls.bundleProgress(key) ?? null,
    flushNotes: async () => service?.calls.flushNotes(),
    ring: (accounts) => service?.calls.ring(accounts),
    seal: (...asked) => (service === undefined ? Promise.reject(new Error('not yet')) : service.calls.seal(...asked)),
    figures: async () => (await service?.calls.figures()) ?? [],
    stop,
  };
  const parent = new Link<ParentCalls>(wayToParent(), calls);
  const beginning = await parent.ask(waitMs.begin, 'beginning');
  const opened = openTogether(parent, beginning);
  held = opened.held;
  try {
    service = await begin(beginning, opened.together);
    parent.tell('begun', { origin: service.origin, doorProof: service.doorProof });
  } catch (error) {
    parent.tell('begun', failureOf(error));
  }
  await stopped;
  setTimeout(() => process.exit(0), stopLimitMs).unref();
  await service?.stop();
}

function begin({ url, connections, port, dashboardPort }: Beginning, together: Together): Promise<OneOfSeveral> {
  const env = { ...readEnv(), port, dashboardPort };
  // A program of its own beside this one (apps/cli/bin/bundle.mjs).
  const sealer = new URL('./sealer.js', import.meta.url);
  return explainedStart(url, () => serve(env, url, openSharedLog(env.logLevel), { connections, together, sealer }));
}

function failureOf(error: unknown): Begun {
  if (error instanceof StartupError) return { refused: error.message };
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
