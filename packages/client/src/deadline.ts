/**
 * A signal that ends a request when its caller gives up or its time is over. It does not use
 * `AbortSignal.any`, because a caller's signal that lives for days, such as a tail's, would then
 * hold on to every request.
 */
export class Deadline {
  /** Whether the time ended the request, and not the caller. */
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

  /** Restarts the timer with this many milliseconds. */
  extend(ms: number): void {
    this.rest();
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#controller.abort();
    }, ms);
  }

  /** Stops the timer until the next `extend`, while the request waits for nothing. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Stops the timer and forgets the caller's signal, because the request is over. */
  end(): void {
    this.rest();
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }
}
