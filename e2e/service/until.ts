import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that anything may take which is waited for. */
const patience = 60_000;

/** Looks again and again until there is something, and gives it back. Throws, naming `what` and what `more` says, when there never is. */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  more: () => string = () => '',
): Promise<T> {
  const last = Date.now() + patience;
  while (Date.now() < last) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(50);
  }
  throw new Error(`waited in vain for ${what}\n${more()}`);
}
