import type { Sha256 } from '../hash.ts';
import type { RunningHash } from '../running-hash.ts';
import type { VerifySignature } from '../signed-note.ts';

/** The cryptography of the platform. */
export interface Crypto {
  sha256: Sha256;
  runningSha256: () => RunningHash;
  verifySignature: VerifySignature;
}

export interface VerifyOptions {
  crypto: Crypto;
  /**
   * Keys that the reader trusts. Without any, the bundle's own are taken, and the verdict says so.
   * A key is trusted under every name, because each log signs under its own: a vkey, or the base64
   * of a public key.
   */
  vkeys?: readonly string[];
  /** Older checkpoints, as signed notes: the bundle must hold the log that they are of. */
  checkpoints?: readonly string[];
  /** A policy of witnesses (c2sp.org/tlog-policy). */
  policy?: string | undefined;
  /** The reader's clock: a note from the future is a fault. */
  nowMs?: number;
  /** Hears how many bytes of the file were read. */
  onProgress?: (bytes: number) => void;
}
