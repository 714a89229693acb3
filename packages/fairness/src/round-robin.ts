import assert from 'node:assert/strict';

type Standing<Item> = {
  /** Items that wait, the oldest first. */
  queue: Item[];
  /** Items of this owner in service. */
  held: number;
};

/** `taken`: the item is served; `skipped`: its owner has its share; `full`: no capacity is left. */
export type Answer = 'taken' | 'skipped' | 'full';

/**
 * A round-robin rotation over owners. `FairSemaphore` and `FairBatchQueue` queue here.
 *
 * An owner is in the rotation as long as something of it waits or is held:
 *
 * - It enters at the end, by `push` (an item waits) or `hold` (something of it is served).
 * - It moves to the end whenever something of it is served: by `hold`, and when `serve` takes one
 *   of its items. So the owner that was served longest ago is always first.
 * - A skipped owner, one that has its share already, keeps its position.
 * - It leaves when its queue is empty and nothing is held.
 *
 * Within an owner the oldest item goes first. So a long queue of one owner delays another by one
 * item a round, and memory holds no owner that has nothing here.
 *
 * The rotation knows no limits: its user decides what may be held and how long a queue may be.
 */
export class RoundRobin<Owner, Item> {
  /** The owner that was served longest ago comes first. */
  readonly #owners = new Map<Owner, Standing<Item>>();
  #waiting = 0;

  /** Items that wait, of all owners. */
  get waiting(): number {
    return this.#waiting;
  }

  waitingOf(owner: Owner): number {
    return this.#owners.get(owner)?.queue.length ?? 0;
  }

  heldBy(owner: Owner): number {
    return this.#owners.get(owner)?.held ?? 0;
  }

  /** All items that wait. The result is a copy: items may leave while it is read. */
  items(): Item[] {
    return [...this.#owners.values()].flatMap(({ queue }) => queue);
  }

  push(owner: Owner, item: Item): void {
    const standing = this.#owners.get(owner);
    if (standing === undefined) this.#owners.set(owner, { queue: [item], held: 0 });
    else standing.queue.push(item);
    this.#waiting += 1;
  }

  /** Something of the owner is served from now on, until `release`. */
  hold(owner: Owner): void {
    const standing = this.#owners.get(owner) ?? { queue: [], held: 0 };
    standing.held += 1;
    this.#moveToEnd(owner, standing);
  }

  release(owner: Owner): void {
    const standing = this.#owners.get(owner);
    assert(standing !== undefined && standing.held > 0, 'release without a matching hold');
    standing.held -= 1;
    this.#forgetIdle(owner, standing);
  }

  /** Takes a waiting item out of its queue. */
  remove(owner: Owner, item: Item): void {
    const standing = this.#owners.get(owner);
    const index = standing?.queue.indexOf(item) ?? -1;
    assert(standing !== undefined && index >= 0, 'removed an item that was not queued');
    standing.queue.splice(index, 1);
    this.#waiting -= 1;
    this.#forgetIdle(owner, standing);
  }

  /** Takes the owner's newest item out of its queue; undefined when nothing of it waits. */
  removeNewest(owner: Owner): Item | undefined {
    const standing = this.#owners.get(owner);
    if (standing === undefined || standing.queue.length === 0) return undefined;
    const newest = standing.queue.pop();
    this.#waiting -= 1;
    this.#forgetIdle(owner, standing);
    return newest;
  }

  /**
   * Offers the oldest item of each owner in turn, round after round, until the answer is `full` or
   * every owner with a queue has been skipped. `offer` may hold the owner and must not change a
   * queue.
   */
  serve(offer: (owner: Owner, item: Item) => Answer): void {
    if (this.#waiting === 0) return;
    // The loop meets an owner again when it was moved to the end.
    for (const [owner, standing] of this.#owners) {
      const [next] = standing.queue;
      if (next === undefined) continue;
      const answer = offer(owner, next);
      if (answer === 'full') return;
      if (answer === 'skipped') continue;
      standing.queue.shift();
      this.#waiting -= 1;
      if (standing.queue.length > 0) this.#moveToEnd(owner, standing);
      else this.#forgetIdle(owner, standing);
    }
  }

  #moveToEnd(owner: Owner, standing: Standing<Item>): void {
    this.#owners.delete(owner);
    this.#owners.set(owner, standing);
  }

  #forgetIdle(owner: Owner, standing: Standing<Item>): void {
    if (standing.held === 0 && standing.queue.length === 0) this.#owners.delete(owner);
  }
}
