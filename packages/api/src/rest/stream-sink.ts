import type { ServerResponse } from 'node:http';
import type { Gzip } from 'node:zlib';

/**
 * Hands over an answer piece by piece. The memory of a piece may be used again once its `write` has
 * resolved, which a pipeline of streams does not tell: it takes pieces ahead of its reader.
 */
export class StreamSink {
  #refuse: ((error: Error) => void) | undefined;

  constructor(
    private readonly res: ServerResponse,
    private readonly gzip: Gzip | undefined,
  ) {
    // Node drops the callbacks of an answer whose connection is closed.
    res.once('close', () => {
      gzip?.destroy();
      this.#refuse?.(left());
    });
    gzip?.on('error', (error) => this.#refuse?.(error)).pipe(res);
  }

  /** Resolves when the piece has left or is compressed. Rejects when the reader left. */
  write(piece: Buffer): Promise<void> {
    return this.#unlessClosed((done) => (this.gzip ?? this.res).write(piece, done));
  }

  /** Resolves when the whole answer has left this process. Rejects when the reader left. */
  end(): Promise<void> {
    return this.#unlessClosed((done) => {
      this.res.once('finish', done);
      (this.gzip ?? this.res).end();
    });
  }

  async #unlessClosed(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    if (this.res.destroyed) throw left();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#refuse = reject;
        act((error) => (error ? reject(error) : resolve()));
      });
    } finally {
      this.#refuse = undefined;
    }
  }
}

const left = (): Error => new Error('the reader of the answer left');
