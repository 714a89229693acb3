import { DomainError } from '@goal/contract';
import { explainedStart } from '@goal/db';

import { readBeginning, readEnv } from '../env.ts';
import { openSharedLog } from '../log.ts';
import { serve } from '../serve.ts';
import { figuresOf } from './figures.ts';
import { waitMs, type Beginning, type FromProcess, type ToProcess } from './messages.ts';

/** This process ends after this time even if something hangs. */
const stopLimitMs = 8500;

/**
 * One of several processes that serve: begins as the primary says, and ends when the signal is
 * aborted. It also ends with the primary, because node:cluster ends it then. Throws as `serve`
 * does.
 */
export async function serveOne(stopping: AbortSignal): Promise<void> {
  const { url, ...given } = JSON.parse(readBeginning()) as Beginning; // The primary wrote it.
  const env = { ...readEnv(), port: given.port, dashboardPort: given.dashboardPort };
  const options = {
    connections: given.connections,
    page: askForPage,
    // A program of its own beside this one (apps/cli/bin/bundle.mjs).
    sealer: new URL('./sealer.js', import.meta.url),
  };
  try {
    const log = openSharedLog(env.logLevel);
    const service = await explainedStart(url, () => serve(env, url, log, options));
    process.on('message', (message: ToProcess) => {
      if ('page' in message) pages.get(message.id)?.(message.page);
      // One that cannot say anything of itself counts as silent.
      else
        figuresOf(service.registry).then(
          (figures) => tell({ id: message.wantsFigures, figures }),
          () => {},
        );
    });
    tell({ begun: { origin: service.origin, doorProof: service.doorProof } });
    if (!stopping.aborted) await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    setTimeout(() => process.exit(0), stopLimitMs).unref();
    await service.stop();
  } catch (error) {
    // The stop may have taken away what the start needed.
    if (!stopping.aborted) throw error;
  }
}

/** Never fails: the primary may be ending. */
const tell = (message: FromProcess): void => void process.send?.(message, undefined, undefined, () => {});

const pages = new Map<number, (page: string) => void>();
let asked = 0;

/** The page of /metrics of all processes. Throws `unavailable` when the primary does not answer. */
async function askForPage(): Promise<string> {
  const id = (asked += 1);
  let late: NodeJS.Timeout | undefined;
  const page = new Promise<string>((resolve, reject) => {
    pages.set(id, resolve);
    late = setTimeout(() => reject(new DomainError('unavailable', { retryAfter: 1 })), waitMs.page);
  });
  tell({ wantsPage: id });
  return await page.finally(() => {
    clearTimeout(late);
    pages.delete(id);
  });
}
