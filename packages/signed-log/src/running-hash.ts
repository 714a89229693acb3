/** SHA-256 of bytes that come one part after the other. */
export interface RunningHash {
  update: (bytes: Uint8Array) => void;
  /** The hash of all bytes so far, in hex; more may follow. */
  hexSoFar: () => string;
}
