import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds that a server may take to start, to refuse or to end, on a machine that is busy with other tests. */
export const patience = 60;

/** Waits for a condition, `patience` at most; it is asked again after so many milliseconds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  otherwise: () => string = () => 'it never came true',
  pauseMs = 20,
): Promise<void> {
  const deadline = performance.now() + patience * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(otherwise());
    await sleep(pauseMs);
  }
}

/** The outcome of `work`, if it comes within so many seconds. */
export async function within<T>(
  seconds: number,
  work: Promise<T>,
  otherwise: () => string = () => `not within ${seconds} s`,
): Promise<T> {
  const giveUp = new AbortController();
  const late = sleep(seconds * 1000, undefined, { signal: giveUp.signal }).then(() =>
    Promise.reject(new Error(otherwise())),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    giveUp.abort();
    late.catch(() => {});
  }
}
