import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a test waits for an answer, a condition or the end of a program before it gives up. A
 * safety net that judges nothing: even a slow and busy machine stays far below it.
 */
export const waitLimitMs = 300_000;

/**
 * How long a test or hook may run. Longer than any wait in it, because a wait fails with a better
 * message.
 */
export const testLimitMs = 900_000;

/** Waits for a condition, at most `waitLimitMs`, and checks it every `pauseMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  otherwise: () => string = () => 'it never came true',
  pauseMs = 20,
): Promise<void> {
  const deadline = performance.now() + waitLimitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(otherwise());
    await sleep(pauseMs);
  }
}

/**
 * Waits until this much time has passed, however fast the machine is: for what changes with time
 * alone, where there is no condition to wait for.
 */
export async function timePasses(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) await sleep(Math.min(100, ms));
}

/**
 * Begins to count the tokens that a bucket of `rate` a second may have regained since. The only use
 * of a measured time in a test: it widens what is expected, so that a slow machine is judged by no
 * clock.
 */
export function refillOf(rate: number): () => number {
  const begun = performance.now();
  return () => Math.ceil(((performance.now() - begun) / 1000) * rate);
}

/** Resolves to the outcome of `work`. Fails if `work` does not end within `waitLimitMs`. */
export async function atLast<T>(
  work: Promise<T>,
  otherwise: () => string = () => `not within ${waitLimitMs / 1000} s`,
): Promise<T> {
  const giveUp = new AbortController();
  const late = sleep(waitLimitMs, undefined, { signal: giveUp.signal }).then(() =>
    Promise.reject(new Error(otherwise())),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    giveUp.abort();
    late.catch(() => {});
  }
}
