import type { ServerResponse } from 'node:http';
import { constants, type Gzip } from 'node:zlib';

/** A smaller piece says something of its own, such as how far a search has come. */
const smallBytes = 4096;

/** The connection has ended before the whole answer was handed over. */
export class ReaderLeft extends Error {
  override message = 'the reader of the answer left';
}

/**
 * Hands over an answer piece by piece. The memory of a piece may be used again once its `write` has
 * resolved, which a pipeline of streams does not tell: it takes pieces ahead of its reader.
 */
export class StreamSink {
  #refuse: ((error: Error) => void) | undefined;
  /** Why the compressor failed. */
  #failure: Error | undefined;

  constructor(
    private readonly res: ServerResponse,
    private readonly gzip: Gzip | undefined,
  ) {
    // Node drops the callbacks of an answer whose connection is closed.
    res.once('close', () => {
      gzip?.destroy();
      this.#refuse?.(new ReaderLeft());
    });
    if (res.destroyed) gzip?.destroy();
    gzip?.on('error', (error) => this.#fail(error)).pipe(res);
  }

  /**
   * Resolves when the piece has left or is compressed. A small one leaves at once: nothing may
   * follow for a while, and the compressor would keep it until it has more. Throws `ReaderLeft`.
   */
  write(piece: Buffer): Promise<void> {
    const { gzip } = this;
    return this.#unlessClosed((done) => {
      if (gzip === undefined || piece.length >= smallBytes) (gzip ?? this.res).write(piece, done);
      else {
        gzip.write(piece);
        gzip.flush(constants.Z_SYNC_FLUSH, done);
      }
    });
  }

  /** Resolves when everything that was written has left this process. Throws `ReaderLeft`. */
  async handOver(): Promise<void> {
    const { gzip, res } = this;
    if (gzip !== undefined) {
      await this.#unlessClosed((done) => gzip.flush(constants.Z_SYNC_FLUSH, () => done()));
      while (gzip.readableLength > 0)
        await this.#unlessClosed((done) => {
          if (res.writableNeedDrain) res.once('drain', () => done());
          else setImmediate(done);
        });
    }
    await this.#unlessClosed((done) => res.write(Buffer.alloc(0), done));
  }

  /** Resolves when the whole answer has left this process. Throws `ReaderLeft`. */
  end(): Promise<void> {
    return this.#unlessClosed((done) => {
      // An answer that is not chunked also counts as finished when its connection was reset.
      this.res.prependOnceListener('finish', () => done(this.res.req.socket.destroyed ? new ReaderLeft() : null));
      (this.gzip ?? this.res).end();
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#refuse?.(error);
  }

  async #unlessClosed(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    if (this.res.destroyed) throw new ReaderLeft();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#refuse = reject;
        // A connection that breaks may tell so here before it counts as closed.
        act((error) => (error ? reject(this.#failure ?? new ReaderLeft()) : resolve()));
      });
    } finally {
      this.#refuse = undefined;
    }
  }
}
