import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../log.ts';

/** Milliseconds: between a death and the next start, at first and at most; how long a life counts as a good one; how long an end may take. */
const pauses = { first: 1000, longest: 60_000 };
const goodLife = 60_000;
const longestEnd = 5000;
/** Milliseconds that a first start may take until it answers: a small machine that boots is slow, and a console given up is not started again. */
const startTimeoutMs = 120_000;

export type Supervised = {
  /** Resolves when it answers for the first time. Throws after two minutes, when the process ends or the wait is called off, and then starts it no more. */
  answers: (calledOff: AbortSignal) => Promise<void>;
  /** Ends it: SIGTERM, and after 5 s SIGKILL. */
  stop: () => Promise<void>;
};

/**
 * Runs the console's process and starts it again when it dies, after pauses that grow from 1 s to 60 s; it answers when a GET of `url` is
 * answered 200. What it prints as an error goes to the log, the rest nowhere.
 */
export function supervise({ log, url, ...command }: { log: Logger; url: string } & Command): Supervised {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child = start(command, log);
  const loop = (async () => {
    for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
      const begun = performance.now();
      const how = await ended(child);
      if (isStopping()) return;
      if (performance.now() - begun > goodLife) pause = pauses.first;
      log.error({ ...how, seconds: pause / 1000 }, 'the console ended; it is started again after a pause');
      // The only way that this wait fails is that it is called off.
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping()) return;
      const again = start(command, log);
      child = again;
      void answered(again, url, isStopping).then((isBack) => isBack && log.info('the console answers again'));
    }
  })();
  const stop = async (): Promise<void> => {
    stopping.abort();
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), longestEnd);
    await loop;
    clearTimeout(late);
  };
  return {
    stop,
    async answers(calledOff) {
      const deadline = performance.now() + startTimeoutMs;
      if (await answered(child, url, () => calledOff.aborted || performance.now() > deadline)) return;
      await stop();
      throw new Error('it does not answer; the log says more');
    },
  };
}

type Command = { cwd: string; args: readonly string[]; env: Readonly<Record<string, string>> };

function start({ cwd, args, env }: Command, log: Logger): ChildProcess {
  // In a group of its own, so that Ctrl-C is heard by the service alone, which then ends it; the pipe ends it where the service cannot.
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  // A process that cannot be started or reached must not bring the service down; `ended` tells of it.
  for (const emitter of [child, child.stdin]) emitter.on('error', () => {});
  createInterface(child.stderr).on('line', (line) => {
    if (line.trim() !== '') log.warn({ line: line.slice(0, 2000) }, 'the console says');
  });
  return child;
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** How a process ended, or why it could not begin. */
function ended(child: ChildProcess): Promise<{ code?: number | null; signal?: string | null; err?: Error }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    if (child.pid === undefined) child.once('error', (err) => resolve({ err }));
    else if (!isRunning(child)) resolve({ code: child.exitCode, signal: child.signalCode });
  });
}

/** Resolves to whether a process came to answer before it ended, or before the wait was over. Never throws. */
async function answered(child: ChildProcess, url: string, isOver: () => boolean): Promise<boolean> {
  while (isRunning(child) && !isOver()) {
    if (await isOk(url)) return true;
    await sleep(50);
  }
  return false;
}

async function isOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
