import { withAllowance } from '@goal/db';

export type LaneOptions<Item> = {
  /** Batches that are worked off at a time, and how many of them may hold something of one owner. */
  workers: number;
  share: number;
  /** The size of a batch: at least one item, however large. */
  most: number;
  sizeOf: (item: Item) => number;
  ownerOf: (item: Item) => number;
  /** Must not throw. */
  work: (batch: Item[]) => Promise<void>;
};

/**
 * A queue whose items are worked off in batches: as soon as a worker is free it takes what waits. Of one owner who came first goes first, and owners
 * take turns: a long queue of one holds up nobody else.
 */
export class Lane<Item> {
  /** By owner; who was served longest ago comes first. */
  readonly #queues = new Map<number, Item[]>();
  /** Batches under way that hold something of an owner. */
  readonly #busy = new Map<number, number>();
  #working = 0;

  constructor(private readonly options: LaneOptions<Item>) {}

  push(item: Item): void {
    const owner = this.options.ownerOf(item);
    const queue = this.#queues.get(owner);
    if (queue === undefined) this.#queues.set(owner, [item]);
    else queue.push(item);
    if (this.#working === this.options.workers) return;
    this.#working += 1;
    // What many wait for is not done at the cost of the first of them.
    void withAllowance(undefined, () => this.#run());
  }

  /** Takes the owner's last item out of the line again, if it has not begun. */
  drop(owner: number): Item | undefined {
    const queue = this.#queues.get(owner);
    const last = queue?.pop();
    if (queue?.length === 0) this.#queues.delete(owner);
    return last;
  }

  async #run(): Promise<void> {
    // What arrives in the same turn of the event loop is taken together, and not the first item alone.
    await nextTurn();
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      const owners = new Set(batch.map(this.options.ownerOf));
      for (const owner of owners) this.#busy.set(owner, this.#batchesOf(owner) + 1);
      await this.options.work(batch);
      for (const owner of owners) this.#release(owner);
      await nextTurn();
    }
    this.#working -= 1;
  }

  #take(): Item[] {
    const { most, share, sizeOf } = this.options;
    const batch: Item[] = [];
    let size = 0;
    // An owner that was served goes to the end of the map, where this loop meets it again.
    for (const [owner, queue] of this.#queues) {
      const [next] = queue;
      if (next === undefined || this.#batchesOf(owner) >= share) continue;
      size += sizeOf(next);
      if (batch.length > 0 && size > most) break;
      batch.push(next);
      queue.shift();
      this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
    }
    return batch;
  }

  #batchesOf(owner: number): number {
    return this.#busy.get(owner) ?? 0;
  }

  #release(owner: number): void {
    const left = this.#batchesOf(owner) - 1;
    if (left > 0) this.#busy.set(owner, left);
    else this.#busy.delete(owner);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
