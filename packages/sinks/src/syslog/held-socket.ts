import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A socket for TLS whose end stays open below TLS: the peer is told by TLS that nothing more comes,
 * and TCP can still carry a byte. So `isIntact` can ask, once the peer has ended too, whether it
 * refused what was sent.
 */
export class HeldSocket extends Duplex {
  readonly #raw: Socket;

  /** `raw` has `allowHalfOpen`. */
  constructor(raw: Socket) {
    super();
    this.#raw = raw;
    raw.on('data', (part: Buffer) => {
      if (!this.push(part)) raw.pause();
    });
    raw.on('end', () => this.push(null));
    raw.on('error', (error) => this.destroy(error));
  }

  /**
   * Resolves to false when the peer's system threw away what was sent. A peer that closes before it
   * has read everything makes its system answer with a reset, which takes one way there and back
   * after our last byte. Until then its end looks like that of a peer that has read everything.
   */
  isIntact(): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#raw.destroyed) resolve(false);
      else this.#raw.write('\0', (error) => resolve(!error));
    });
  }

  override _read(): void {
    this.#raw.resume();
  }

  override _write(part: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#raw.write(part, done);
  }

  override _final(done: () => void): void {
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // It closes with the test of it, or with the delivery.
    done(error);
  }
}
