/** Streams that are remembered at most. */
const streamsMax = 10_000;
const hourMs = 3_600_000;

/**
 * When streams last put a checkpoint beside their files, which they do once an hour. It is
 * remembered by this process alone: another one that takes a stream over puts one more.
 */
export class HourlyCheckpoints {
  readonly #hours = new Map<string, number>();

  /** Whether this stream has put none in this hour. */
  isDue(stream: string, nowMs: number = Date.now()): boolean {
    return this.#hours.get(stream) !== Math.floor(nowMs / hourMs);
  }

  /** The stream put one. */
  note(stream: string, nowMs: number = Date.now()): void {
    if (this.#hours.size >= streamsMax) this.#hours.clear();
    this.#hours.set(stream, Math.floor(nowMs / hourMs));
  }
}
