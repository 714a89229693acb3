import type { ExportClient } from '@goal/core';

/** A streamed answer. */
export type Stream = {
  headers: Readonly<Record<string, string>>;
  /** Whether it is compressed for clients that accept gzip. */
  zips: boolean;
  /**
   * Returns the bytes; called once. Makes each piece on demand; it is valid until the next one is
   * asked for. Throws when the answer must be cut off.
   */
  bytes: () => AsyncIterable<Buffer>;
  /**
   * Returns the bytes behind those, or undefined for none. Called once all of those have left this
   * process, so that an answer may be recorded as whole before its last byte leaves. Throws as
   * `bytes` does.
   */
  last?: () => Promise<Buffer | undefined>;
  /**
   * Throws the refusal once the key may no longer read (rulings §2.5). Called at intervals, whether
   * the reader takes anything or not.
   */
  judge: () => Promise<unknown>;
  /** Called with the reader before the first byte leaves. */
  attach?: (reader: ExportClient) => void;
  /** Called after the last byte was handed over, or after the answer was cut off. */
  end?: (complete: boolean) => Promise<void>;
};

/**
 * A procedure returns this in place of a value when the answer's length has no bound: the door
 * sends it while it is made. Only for doors whose context says that they send streams.
 */
export class Streamed {
  constructor(readonly stream: Stream) {}
}
