import type { Socket } from 'node:net';

import type { Reader } from '@goal/core';

import { isRefusal } from '../refusal.ts';

/**
 * Milliseconds between two looks at the reader, and two judgements of its key: with the half second for which a look-up of the key counts,
 * they stay below the second of rulings §2.5.
 */
const lookEvery = 400;

/** The client that reads a streamed answer, watched on its connection until `leave` is called. */
export class SocketReader implements Reader {
  readonly #timer: NodeJS.Timeout;
  #taken = -1;
  #stillSince: number | undefined;
  #isJudging = false;
  #hasLeft = false;

  constructor(
    private readonly socket: Socket,
    /** Throws a refusal when the key may not read any more: then the reader is cut off. */
    private readonly judge: () => Promise<unknown>,
  ) {
    this.#timer = setInterval(() => {
      this.#look();
      void this.#judgeAgain();
    }, lookEvery).unref();
  }

  get stillSince(): number | undefined {
    this.#look();
    return this.#stillSince;
  }

  /**
   * Ends the connection at once, and drops what the system has buffered of the answer, which an ordinary end would still deliver. Does nothing after
   * `leave`: the connection may serve another request by then.
   */
  cutOff(): void {
    if (this.#hasLeft) return;
    this.leave();
    this.socket.resetAndDestroy();
  }

  /** Ends the watch: the answer has ended. */
  leave(): void {
    this.#hasLeft = true;
    clearInterval(this.#timer);
  }

  /** A reader for which nothing waits does not stand still. */
  #look(): void {
    const { bytesWritten, writableLength } = this.socket;
    const taken = bytesWritten - writableLength;
    if (writableLength === 0) this.#stillSince = undefined;
    else if (taken !== this.#taken) this.#stillSince = performance.now();
    this.#taken = taken;
  }

  async #judgeAgain(): Promise<void> {
    if (this.#isJudging) return;
    this.#isJudging = true;
    try {
      await this.judge();
    } catch (error) {
      // A database out of reach says nothing of the key, and the next piece meets it as well.
      if (isRefusal(error)) this.cutOff();
    }
    this.#isJudging = false;
  }
}
