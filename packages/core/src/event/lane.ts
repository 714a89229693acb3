/** A queue whose items are worked off in batches: as soon as a worker is free it takes what waits, up to `most` by size. */
export class Lane<Item> {
  readonly #queue: Item[] = [];
  #working = 0;

  constructor(
    private readonly workers: number,
    /** Must not throw. */
    private readonly work: (batch: Item[]) => Promise<void>,
    private readonly sizeOf: (item: Item) => number,
    private readonly most: number,
  ) {}

  push(item: Item): void {
    this.#queue.push(item);
    if (this.#working < this.workers) {
      this.#working += 1;
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    // What arrives in the same turn of the event loop is taken together, and not the first item alone.
    await nextTurn();
    while (this.#queue.length > 0) {
      await this.work(this.#take());
      await nextTurn();
    }
    this.#working -= 1;
  }

  /** At least one item, however large. */
  #take(): Item[] {
    let size = 0;
    const end = this.#queue.findIndex((item) => (size += this.sizeOf(item)) > this.most);
    return this.#queue.splice(0, end === -1 ? this.#queue.length : Math.max(end, 1));
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
