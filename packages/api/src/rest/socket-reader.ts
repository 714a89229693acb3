import type { Socket } from 'node:net';

import type { ExportClient } from '@goal/core';

import { isRefusal } from '../refusal.ts';

/** Between two looks: with the half second of a cached key below a second (rulings §2.5). */
const lookEveryMs = 400;

/** Watches the client of a streamed answer, on its connection, until `leave` is called. */
export class SocketReader implements ExportClient {
  readonly #timer: NodeJS.Timeout;
  #taken = -1;
  #stillSince: number | undefined;
  #isJudging = false;
  #hasLeft = false;

  constructor(
    private readonly socket: Socket,
    /** Throws a refusal once the key may no longer read; the reader is then cut off. */
    private readonly judge: () => Promise<unknown>,
  ) {
    this.#timer = setInterval(() => {
      this.#look();
      void this.#judgeAgain();
    }, lookEveryMs).unref();
  }

  get stillSince(): number | undefined {
    this.#look();
    return this.#stillSince;
  }

  /**
   * Resets the connection, which also drops the part of the answer that the system has buffered; an
   * ordinary end would still deliver it. Does nothing after `leave`: by then the connection may
   * serve another request.
   */
  cutOff(): void {
    if (this.#hasLeft) return;
    this.leave();
    this.socket.resetAndDestroy();
  }

  /** Stops watching; called when the answer has ended. */
  leave(): void {
    this.#hasLeft = true;
    clearInterval(this.#timer);
  }

  /** A reader stands still when data waits for it and it takes none. */
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
      // A database out of reach tells nothing about the key, and the next piece will meet it too.
      if (isRefusal(error)) this.cutOff();
    }
    this.#isJudging = false;
  }
}
