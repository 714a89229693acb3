import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds after which a test gives up waiting for what never comes: an answer, a condition, the end of a program.
 * A safety net that judges nothing: a machine that is slow and busy stays far below it.
 */
export const waitLimitMs = 300_000;

/** Milliseconds after which a test or a hook that never ends fails: longer than any wait in it, which says more. */
export const testLimitMs = 900_000;

/** Waits for a condition, `waitLimitMs` at most; asks for it again after `pauseMs`. */
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

/** The outcome of `work`; fails where it does not come within `waitLimitMs`. */
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
