import { setTimeout as sleep } from 'node:timers/promises';

/** Work that repeats beside the requests. */
export type Background = { stop: () => Promise<void> };

/**
 * Runs `work` every `seconds`, first after `first` seconds, one run at a time. It tells a failed
 * run to `onError`, and the next run comes at its time. `stop` runs the work once more with an
 * aborted signal, so that nothing that waited is lost.
 */
export function every(
  seconds: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { first = seconds }: { first?: number } = {},
): Background {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    try {
      await work(stopping.signal);
    } catch (error) {
      onError(error);
    }
  };
  const loop = (async () => {
    for (let pause = first; !stopping.signal.aborted; pause = seconds) {
      // This wait only fails when it is aborted.
      await sleep(pause * 1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      await run();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
