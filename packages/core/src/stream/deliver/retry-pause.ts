/** Seconds between two attempts: the first pauses, and then one an hour (rulings §15.7). */
const pausesSeconds = [5, 30, 120, 600, 1800, 3600];
/** Attempts of all streams after an outage must not come at once. */
const spread = 0.2;

/**
 * Seconds until the next attempt after `attempts` of them failed, give or take a fifth; at least
 * what the sink asked for. `random` is between 0 and 1.
 */
export function pauseAfter(attempts: number, retryAfterSeconds = 0, random = Math.random()): number {
  const pause = pausesSeconds[Math.min(attempts, pausesSeconds.length) - 1] ?? 5;
  return Math.max(pause * (1 - spread + 2 * spread * random), retryAfterSeconds);
}
