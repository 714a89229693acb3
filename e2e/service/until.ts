import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a journey gives up waiting for what never comes. A safety net that judges nothing: a slow machine stays far below it. */
export const waitLimitMs = 300_000;

/** Milliseconds after which a journey that never ends fails: longer than any wait in it, which says more. */
export const testLimitMs = 900_000;

/** Looks again and again until there is something, and gives it back. Throws, naming `what` and what `more` says, when there never is. */
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
