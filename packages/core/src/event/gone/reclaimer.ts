import { reclaimGone } from './reclaim-gone.ts';
import type { Core } from '../../core.ts';
import { tellFailure, type FailureLog } from '../../ground/tell-failure.ts';

export type Reclaimer = {
  /** Starts a pass soon: there is something new to reclaim. */
  wake(): void;
  /** Stops after the current batch. */
  stop(): Promise<void>;
};

/**
 * Pauses in milliseconds: between batches; before the next pass when tombstones are left; and
 * before the next pass otherwise, which finds the tombstones of other processes.
 */
const pauseMs = { batch: 20, retry: 20_000, idle: 300_000 };

/**
 * Reclaims deleted sites and accounts in the background. The first pass takes over what an earlier
 * process left.
 */
export function startReclaimer(core: Pick<Core, 'db'>, log: FailureLog): Reclaimer {
  const ending = new AbortController();
  let wakeUp = (): void => {};
  let isAwake = false;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isAwake || ending.signal.aborted) wakeUp();
    });
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      isAwake = false;
      let nextMs = pauseMs.retry;
      try {
        const left = await reclaimGone(core, { signal: ending.signal, pauseMs: pauseMs.batch });
        if (left === 0) nextMs = pauseMs.idle;
      } catch (error) {
        tellFailure(log, error, { what: 'reclaiming deleted sites failed; retrying soon', otherwise: 'error' });
      }
      await sleep(nextMs);
    }
  };
  const running = run();
  return {
    wake() {
      isAwake = true;
      wakeUp();
    },
    async stop() {
      ending.abort();
      wakeUp();
      await running;
    },
  };
}
