import assert from 'node:assert/strict';

type Question<Value> = { key: string; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void };

/** Batches that run at a time: two, so that one slow batch does not hold up everybody. */
const batchesAtOnce = 2;
/** Questions of one batch. */
const batchMaxKeys = 100;

/**
 * Joins questions of many callers into few batches, like DataLoader, and remembers no answer: each
 * answer is read after its question was asked.
 *
 * A question is waiting, in a batch, answered, or failed:
 *
 * - `load` makes it waiting. What is asked in one turn of the event loop, or while `batchesAtOnce`
 *   batches run, goes together into the next batch, `batchMaxKeys` questions at most. A question
 *   alone starts its batch at the end of its turn.
 * - It is answered with what `find` returns for its key, undefined when that has nothing.
 * - When `find` rejects, its batch fails, and so does every question that waits: they would meet
 *   the same failure, and nobody hangs for two statements.
 *
 * Bounds: `batchesAtOnce` and `batchMaxKeys`. Questions that wait are bounded by the requests that
 * ask them.
 */
export class BatchLoader<Value> {
  #waiting: Question<Value>[] = [];
  #running = 0;
  #isStarting = false;

  /**
   * `find` is called with at most 100 distinct keys. It runs in the asynchronous context of one of
   * its callers, so work that belongs to no single caller has to leave that context itself.
   */
  constructor(private readonly find: (keys: string[]) => Promise<Map<string, Value>>) {}

  /** Undefined when there is no such key. Throws what `find` throws. */
  load(key: string): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#startSoon();
    });
  }

  #startSoon(): void {
    if (this.#running === batchesAtOnce || this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      while (this.#running < batchesAtOnce && this.#waiting.length > 0)
        void this.#run(this.#waiting.splice(0, batchMaxKeys));
    });
  }

  async #run(batch: Question<Value>[]): Promise<void> {
    this.#running += 1;
    assert(this.#running <= batchesAtOnce, 'more batches run than may');
    await this.#answer(batch);
    this.#running -= 1;
    if (this.#waiting.length > 0) this.#startSoon();
  }

  async #answer(batch: Question<Value>[]): Promise<void> {
    try {
      const found = await this.find([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
    }
  }
}
