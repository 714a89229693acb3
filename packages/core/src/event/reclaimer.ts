import { reclaimGone } from './reclaim-gone.ts';
import type { EventServices } from '../core.ts';

export type Reclaimer = {
  /** There is something new to reclaim. */
  wake(): void;
  /** Ends the running pass after its batch. */
  stop(): Promise<void>;
};

/** Where failures are told; pino's form. */
export type ReclaimLog = { error(detail: { err: unknown }, message: string): void };

/** Milliseconds: between batches, until tombstones that were left are tried again, and until others' are looked for. */
const times = { pause: 20, left: 20_000, idle: 300_000 };

/** Reclaims deleted sites and accounts in the background, from the start on: what an earlier process left is taken up. */
export function startReclaimer(store: Pick<EventServices, 'db'>, log: ReclaimLog): Reclaimer {
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
      let rest = times.left;
      try {
        const left = await reclaimGone(store, { signal: ending.signal, pause: times.pause });
        if (left === 0) rest = times.idle;
      } catch (error) {
        log.error({ err: error }, 'reclaiming deleted sites failed; it is tried again');
      }
      await sleep(rest);
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
