import type { ServerResponse } from 'node:http';

import { DomainError, limits } from '@goal/contract';

/**
 * Memory for what is on its way, in or out: the other side may be slow, and it is kept meanwhile. Neither one key nor all together may fill the
 * process.
 */
export class Room {
  #all = 0;
  readonly #ofOwner = new Map<string, number>();

  /** Takes room for so many bytes. Throws `unavailable` when there is none. */
  take(owner: string, bytes: number): void {
    const own = (this.#ofOwner.get(owner) ?? 0) + bytes;
    if (own > limits.roomOfKeyBytes || this.#all + bytes > limits.roomBytes)
      throw new DomainError('unavailable', { retryAfter: 1 });
    this.#all += bytes;
    this.#ofOwner.set(owner, own);
  }

  give(owner: string, bytes: number): void {
    const own = (this.#ofOwner.get(owner) ?? 0) - bytes;
    this.#all -= bytes;
    if (own > 0) this.#ofOwner.set(owner, own);
    else this.#ofOwner.delete(owner);
  }
}

const answers = new Room();
/** Shorter answers are not worth counting: a key's rate bounds them. */
const longAnswer = 64 * 1024;

/** A long answer waits for its reader in memory, until it is sent or the connection is closed. Throws `unavailable`. */
export function takeRoom(res: ServerResponse, owner: string, bytes: number): void {
  if (bytes < longAnswer || res.closed) return;
  answers.take(owner, bytes);
  res.once('close', () => answers.give(owner, bytes));
}
