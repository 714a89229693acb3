import { setTimeout as delay } from 'node:timers/promises';

/** The bound of the first pause, which doubles with each try, and its maximum. */
const firstPauseMs = 250;
const pauseMaxMs = 10_000;

/**
 * Waits before another try: as long as `Retry-After` asks, and then full jitter (a random time up
 * to a bound that doubles), so that many clients do not return at the same moment. Throws the
 * signal's reason when the caller gives up.
 */
export async function backOff(tries: number, retryAfter: number | undefined, signal: AbortSignal | undefined) {
  const bound = Math.min(pauseMaxMs, firstPauseMs * 2 ** Math.min(tries, 10));
  const ms = (retryAfter ?? 0) * 1000 + Math.random() * bound;
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
