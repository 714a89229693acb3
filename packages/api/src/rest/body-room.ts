import { DomainError, limits } from '@goal/contract';

/**
 * Memory for bodies on their way: senders may be slow, and what they have sent so far is kept. Neither one key nor all together may fill
 * the process.
 */
export class BodyRoom {
  #all = 0;
  readonly #ofOwner = new Map<string, number>();

  /** Takes room for so many bytes. Throws `unavailable` when there is none. */
  take(owner: string, bytes: number): void {
    const own = (this.#ofOwner.get(owner) ?? 0) + bytes;
    if (own > limits.bodiesOfKeyBytes || this.#all + bytes > limits.bodiesBytes) throw new DomainError('unavailable', { retryAfter: 1 });
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
