import { setTimeout as sleep } from 'node:timers/promises';

/** Work that is done again and again beside the requests. */
export type Background = { stop: () => Promise<void> };

/**
 * Runs `work` every `seconds`, the first time after `first`, one run at a time; a failed run is told to `onError` and the next one comes in its turn.
 * `stop` runs it a last time, with a signal that is aborted, so that nothing that waited is lost.
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
      // The only way that this wait fails is that it is called off.
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
