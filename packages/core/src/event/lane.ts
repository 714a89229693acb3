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
    this.#start();
  }

  #start(): void {
    while (this.#working < this.workers && this.#queue.length > 0) {
      this.#working += 1;
      void this.work(this.#take()).finally(() => {
        this.#working -= 1;
        this.#start();
      });
    }
  }

  /** At least one item, however large. */
  #take(): Item[] {
    let size = 0;
    const end = this.#queue.findIndex((item) => (size += this.sizeOf(item)) > this.most);
    return this.#queue.splice(0, end === -1 ? this.#queue.length : Math.max(end, 1));
  }
}
