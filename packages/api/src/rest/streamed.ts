import type { Reader } from '@goal/core';

/** What a streamed answer is made of. */
export type Stream = {
  headers: Readonly<Record<string, string>>;
  /** Whether it is zipped for clients that take it so. */
  zips: boolean;
  /** Its bytes, once, each piece made when there is room for it. Throws when the answer has to be cut off. */
  bytes: () => AsyncIterable<Buffer>;
  /** Throws the refusal when the key may not read any more (rulings §2.5); asked again and again, whether the reader reads or not. */
  judge: () => Promise<unknown>;
  /** Hears of the reader before the first byte leaves. */
  attach?: (reader: Reader) => void;
  /** Hears that all bytes were handed over, or that the answer was cut off. */
  end?: (complete: boolean) => Promise<void>;
};

/**
 * What a procedure answers instead of a value where the answer has any length: the door sends it while it is made. Only for doors whose context
 * says that they send streams.
 */
export class Streamed {
  constructor(readonly stream: Stream) {}
}
