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

  /** `evict` ends what takes the place, and leaves it at once; without it nobody can be asked to. */
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

const answersOfKeys = new Room({ owner: limits.answersOfKeyBytes, all: Infinity });
const answers = new Room({ owner: limits.answersBytes, all: limits.answersBytes });
/** Shorter answers are not worth counting: a key's rate bounds them. */
const longAnswer = 64 * 1024;

/**
 * Counts a long answer, which waits for its reader in memory, until it is sent or the connection is closed, or until the account has to give way to
 * another; each key has a part of its account's room. Throws `unavailable`.
 */
export function takeRoom(res: ServerResponse, owners: { key: string; owner: string }, json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes < longAnswer || res.destroyed) return;
  const { take, leave } = roomOf(res, owners);
  take(bytes);
  res.once('close', leave);
}

/** The room of an answer that leaves piece by piece. */
type AnswerRoom = {
  /** Counts this piece in place of the one before; not once the answer has ended. Throws `unavailable`. */
  take: (bytes: number) => void;
  /** Has to be called when the answer has ended. */
  leave: () => void;
};

export function roomOf(res: ServerResponse, { key, owner }: { key: string; owner: string }): AnswerRoom {
  const leave = (): void => {
    for (const place of places) place.leave();
  };
  const cutOff = (): void => {
    leave();
    res.destroy();
  };
  const places = [answersOfKeys.enter(key), answers.enter(owner, cutOff)];
  const take = (bytes: number): void => {
    if (res.destroyed) return;
    try {
      for (const place of places) place.take(bytes);
    } catch (error) {
      leave();
      throw error;
    }
  };
  return { take, leave };
}
