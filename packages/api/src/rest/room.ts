import type { ServerResponse } from 'node:http';

import { DomainError, limits } from '@goal/contract';

/** Bytes that one owner may hold, and all together. */
export type RoomSize = { owner: number; all: number };

type Owner = { bytes: number; /** What may be asked to leave, the oldest first. */ guests: Set<Place> };

/** What one body or answer takes of a room, from `Room.enter` to `leave`. */
export class Place {
  #bytes = 0;

  constructor(
    private readonly resize: (place: Place, bytes: number) => void,
    /** Asks it to leave; undefined where it cannot. */
    public evict: (() => void) | undefined,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes so many bytes in all. Throws `unavailable` when there is no room for them. */
  take(bytes: number): void {
    this.resize(this, bytes);
    this.#bytes = bytes;
  }

  leave(): void {
    this.take(0);
  }
}

/**
 * Memory for what is on its way, in or out: the other side may be slow, and it is kept meanwhile. Where all of it is taken, the owner that holds most
 * gives way to one that holds less: so nobody, however many connections it opens, keeps others out.
 */
export class Room {
  #all = 0;
  readonly #owners = new Map<string, Owner>();

  constructor(private readonly size: RoomSize) {}

  /** `evict` ends what takes the place and leaves it; without it nobody can be asked to. */
  enter(owner: string, evict?: () => void): Place {
    return new Place((place, bytes) => this.#resize(owner, place, bytes), evict);
  }

  #resize(name: string, place: Place, bytes: number): void {
    const owner = this.#owners.get(name) ?? { bytes: 0, guests: new Set() };
    const more = bytes - place.bytes;
    if (more > 0) this.#makeRoom(owner, more);
    this.#all += more;
    owner.bytes += more;
    if (bytes > 0) owner.guests.add(place);
    else owner.guests.delete(place);
    if (owner.guests.size > 0) this.#owners.set(name, owner);
    else this.#owners.delete(name);
  }

  #makeRoom(owner: Owner, more: number): void {
    if (owner.bytes + more > this.size.owner) throw new DomainError('unavailable', { retryAfter: 1 });
    while (this.#all + more > this.size.all) {
      const largest = [...this.#owners.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a), owner);
      const oldest = [...largest.guests].find(({ evict }) => evict !== undefined);
      if (largest.bytes <= owner.bytes + more || oldest === undefined)
        throw new DomainError('unavailable', { retryAfter: 1 });
      oldest.evict?.();
    }
  }
}

const answers = new Room({ owner: limits.answersOfKeyBytes, all: limits.answersBytes });
/** Shorter answers are not worth counting: a key's rate bounds them. */
const longAnswer = 64 * 1024;

/** A long answer waits for its reader in memory, until it is sent or the connection is closed. Throws `unavailable`. */
export function takeRoom(res: ServerResponse, key: string, bytes: number): void {
  if (bytes < longAnswer || res.closed) return;
  const place = answers.enter(key);
  place.take(bytes);
  res.once('close', () => place.leave());
}
