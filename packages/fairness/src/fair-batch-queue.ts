import assert from 'node:assert/strict';

import { RoundRobin } from './round-robin.ts';

export type BatchQueueOptions<Item> = {
  /** Batches that are worked on at a time. */
  workers: number;
  /** How many of these batches may hold items of one owner. */
  share: number;
  /** The owners whose items may share a batch; unlimited by default. */
  ownersMax?: number;
  /** The size of a batch, in the units of `sizeOf`. One item fits, however large. */
  batchMaxSize: number;
  sizeOf: (item: Item) => number;
  ownerOf: (item: Item) => number;
  /**
   * Works on a batch. Must not throw. It runs in the asynchronous context of the caller that woke
   * its worker, so work that belongs to no single caller has to leave that context itself.
   */
  work: (batch: Item[]) => Promise<void>;
};

/**
 * A queue whose items are worked on in batches: a free worker takes whatever waits.
 *
 * An item is waiting, in work, done, or removed:
 *
 * - `push` puts it at the end of its owner's queue and wakes a worker if one sleeps.
 * - A worker takes it when it is its owner's turn (`RoundRobin`), into a batch of at most
 *   `batchMaxSize`. It is done when `work` returns.
 * - `removeNewest` takes the owner's newest waiting item out. An item in work stays.
 *
 * A worker is asleep or awake. `push` wakes it; it takes its first batch a turn of the event loop
 * later, so that items that arrive together go together. After each batch it takes the next, and it
 * falls asleep when nothing waits that it may take.
 *
 * Bounds: at most `workers` batches are in work, at most `share` of them hold items of one owner,
 * and a batch holds items of at most `ownersMax` owners. The callers of `push` bound the length of
 * the queue.
 */
export class FairBatchQueue<Item> {
  /** An owner holds as many as there are batches in work with items of it. */
  readonly #items = new RoundRobin<number, Item>();
  #awake = 0;

  constructor(private readonly options: BatchQueueOptions<Item>) {}

  push(item: Item): void {
    this.#items.push(this.options.ownerOf(item), item);
    if (this.#awake === this.options.workers) return;
    this.#awake += 1;
    void this.#runWorker();
  }

  /** Undefined when nothing of the owner waits. */
  removeNewest(owner: number): Item | undefined {
    return this.#items.removeNewest(owner);
  }

  async #runWorker(): Promise<void> {
    await nextTurn();
    for (let batch = this.#takeBatch(); batch.items.length > 0; batch = this.#takeBatch()) {
      await this.options.work(batch.items);
      for (const owner of batch.owners) this.#items.release(owner);
      await nextTurn();
    }
    this.#awake -= 1;
    assert(this.#awake >= 0, 'more workers fell asleep than were awake');
  }

  #takeBatch(): { items: Item[]; owners: Set<number> } {
    const { batchMaxSize, ownersMax = Infinity, share, sizeOf } = this.options;
    const items: Item[] = [];
    const owners = new Set<number>();
    let size = 0;
    this.#items.serve((owner, item) => {
      const isIn = owners.has(owner);
      if (!isIn && (owners.size >= ownersMax || this.#items.heldBy(owner) >= share)) return 'skipped';
      size += sizeOf(item);
      if (items.length > 0 && size > batchMaxSize) return 'full';
      if (!isIn) {
        owners.add(owner);
        this.#items.hold(owner);
      }
      items.push(item);
      return 'taken';
    });
    return { items, owners };
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
