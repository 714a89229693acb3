/** Streams that are remembered at most. */
const streamsMax = 10_000;
const hourMs = 3_600_000;

/** When streams put their hourly checkpoint. Another process that takes one over puts one more. */
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
