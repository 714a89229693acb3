import type { Reader } from '@goal/core';

/** A streamed answer. */
export type Stream = {
  headers: Readonly<Record<string, string>>;
  /** Whether it is zipped for clients that take it so. */
  zips: boolean;
  /** Gives the bytes, once; each piece is made when it is asked for. Throws when the answer has to be cut off. */
  bytes: () => AsyncIterable<Buffer>;
  /** Throws the refusal when the key may not read any more (rulings §2.5); called again and again, whether the reader reads or not. */
  judge: () => Promise<unknown>;
  /** Called with the reader before the first byte leaves. */
  attach?: (reader: Reader) => void;
  /** Called when all bytes were handed over, or when the answer was cut off. */
  end?: (complete: boolean) => Promise<void>;
};

/**
 * The answer of a procedure whose length has no bound, in place of a value: the door sends it while it is made. Only for doors whose context
 * says that they send streams.
 */
export class Streamed {
  constructor(readonly stream: Stream) {}
}
