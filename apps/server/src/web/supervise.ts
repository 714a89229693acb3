import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../log.ts';

/** The pause between a death and the next start. It doubles with each death. */
const pauseMs = { first: 1000, max: 60_000 };
/** After a run of this length, the pauses begin again with the first. */
const goodRunMs = 60_000;
/** How long the process may take to end after SIGTERM. */
const stopTimeoutMs = 5000;
/** The wait for a first answer: generous, because an app that failed is not started again. */
const startTimeoutMs = 120_000;

export type Supervised = {
  /**
   * Resolves when the process answers for the first time. Throws after two minutes, when the
   * process ends, or when the wait is called off; the process is then not started again.
   */
  answers: (calledOff: AbortSignal) => Promise<void>;
  /** Ends the process: SIGTERM, and SIGKILL after 5 s. */
  stop: () => Promise<void>;
};

/**
 * Runs the process of the web app `name`, and starts it again when it dies, after pauses that grow
 * from 1 s to 60 s. The process answers once a GET of `url` returns 200. Its standard error goes to
 * the log, its standard output nowhere.
 */
export function supervise({ log, url, ...command }: { log: Logger; url: string } & Command): Supervised {
  const { name } = command;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child = start(command, log);
  const loop = (async () => {
    for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.max)) {
      const begun = performance.now();
      const how = await ended(child);
      if (isStopping()) return;
      if (performance.now() - begun > goodRunMs) pause = pauseMs.first;
      log.error({ ...how, seconds: pause / 1000 }, `the ${name} ended; it is started again after a pause`);
      // This wait fails only when it is called off.
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping()) return;
      const again = start(command, log);
      child = again;
      void answered(again, url, isStopping).then((isBack) => isBack && log.info(`the ${name} answers again`));
    }
  })();
  const stop = async (): Promise<void> => {
    stopping.abort();
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
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

type Command = { name: string; cwd: string; args: readonly string[]; env: Readonly<Record<string, string>> };

function start({ name, cwd, args, env }: Command, log: Logger): ChildProcess {
  // Its own process group, so that Ctrl-C reaches only the service, which then ends the app. If
  // the service cannot, the end of the pipe on standard input does.
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  // A process that cannot start or be reached must not bring the service down; `ended` reports it.
  for (const emitter of [child, child.stdin]) emitter.on('error', () => {});
  createInterface(child.stderr).on('line', (line) => {
    if (line.trim() !== '') log.warn({ line: line.slice(0, 2000) }, `the ${name} says`);
  });
  return child;
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** How a process ended, or why it could not start. */
function ended(child: ChildProcess): Promise<{ code?: number | null; signal?: string | null; err?: Error }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    if (child.pid === undefined) child.once('error', (err) => resolve({ err }));
    else if (!isRunning(child)) resolve({ code: child.exitCode, signal: child.signalCode });
  });
}

/** Whether the process answered before it ended and before the wait was over. Never throws. */
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
