import { setTimeout as pause } from 'node:timers/promises';

/** How long a journey waits for anything: a safety net, no check, because machines are slow. */
export const waitLimitMs = 300_000;

/** How long a journey may take. Longer than any single wait, whose failure says more. */
export const testLimitMs = 900_000;

/** Polls `look` until it returns a value. On timeout it throws with `what` and `more`. */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  more: () => string = () => '',
): Promise<T> {
  const last = Date.now() + waitLimitMs;
  while (Date.now() < last) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(50);
  }
  throw new Error(`waited in vain for ${what}\n${more()}`);
}
