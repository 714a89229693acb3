import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds: the bound of the first pause, which doubles, and of all. */
const first = 250;
const longest = 10_000;

/**
 * Waits before another try: full jitter (any time up to a bound that doubles), after what `Retry-After` asks for, so that many clients do not come
 * back at one moment. Throws the reason of the signal when the caller gives up.
 */
export async function backOff(tries: number, retryAfter: number | undefined, signal: AbortSignal | undefined) {
  const bound = Math.min(longest, first * 2 ** Math.min(tries, 10));
  const ms = (retryAfter ?? 0) * 1000 + Math.random() * bound;
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
