/**
 * A signal that ends a request when its caller gives up or its time is over. Not `AbortSignal.any`: a caller's signal that lives for days, as that of a
 * tail, would remember every request.
 */
export class Deadline {
  /** Whether the time was over, and not the caller's patience. */
  hasPassed = false;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#controller.abort(this.#caller?.reason);
  #timer: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal | undefined, ms: number) {
    this.#caller = caller;
    if (caller?.aborted === true) this.#onAbort();
    caller?.addEventListener('abort', this.#onAbort, { once: true });
    this.extend(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on so many milliseconds; replaces what was left. */
  extend(ms: number): void {
    this.rest();
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#controller.abort();
    }, ms);
  }

  /** No time runs until it is extended: nothing is waited for. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** The request is over. */
  end(): void {
    this.rest();
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }
}
