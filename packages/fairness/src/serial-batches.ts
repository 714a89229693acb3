import assert from 'node:assert/strict';

type Batch<Item, Result> = { state: 'open' | 'running'; items: Set<Item>; result: Promise<Result> };

/**
 * Joins callers with the same key into batches, of which one runs at a time.
 *
 * A batch is open, running, or done:
 *
 * - `run` adds the caller's items to the key's open batch, or opens one. All callers of a batch get
 *   its result.
 * - An open batch starts when the key's previous batch ends, successfully or not. If none is
 *   running, it starts in the next microtask. Nobody joins a running batch.
 * - When the key's last batch is done, the key is forgotten.
 *
 * Bounds: one running and one open batch for each key. Items are bounded by the requests that bring
 * them.
 *
 * How it differs from `BatchLoader`: runs of one key never overlap, so the work may read and then
 * write; and a batch that fails takes no other batch with it.
 */
export class SerialBatches<Item, Result> {
  /** The newest batch of each key. */
  readonly #newest = new Map<string, Batch<Item, Result>>();

  /** Throws what the work throws. Only the `work` of the caller that opened the batch runs. */
  run(key: string, items: Iterable<Item>, work: (items: Item[]) => Promise<Result>): Promise<Result> {
    const before = this.#newest.get(key);
    if (before?.state === 'open') {
      for (const item of items) before.items.add(item);
      return before.result;
    }
    const start = async (): Promise<Result> => {
      // The previous batch's failure goes to its own callers; this batch still runs.
      await before?.result.catch(() => {});
      assert(batch.state === 'open', 'a batch was started twice');
      batch.state = 'running';
      return await work([...batch.items]);
    };
    const forget = (): void => {
      if (this.#newest.get(key) === batch) this.#newest.delete(key);
    };
    const batch: Batch<Item, Result> = { state: 'open', items: new Set(items), result: Promise.resolve().then(start) };
    batch.result = batch.result.finally(forget);
    this.#newest.set(key, batch);
    return batch.result;
  }
}
