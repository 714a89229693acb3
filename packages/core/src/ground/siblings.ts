import type { BundleProgress, ExportProgress } from '@goal/contract';
import type { SharedSlots, Share } from '@goal/fairness';

/** Permits that the processes of a service share. */
export type SharedPermits = {
  /**
   * Takes a permit: at once, or a promise of it. Throws or rejects with `Overload` when too many
   * wait or its turn does not come in time. Each permit must be given back.
   */
  take: (owner: string, share: Share) => Promise<void> | undefined;
  give: (owner: string) => void;
};

/**
 * What the processes of one service do together, beside the database that they share
 * (docs/decisions/101-all-cores.md). A process alone has none.
 */
export type Siblings = {
  /** The number of processes: each has its part of what is bounded for all of them. */
  count: number;
  /** The slots of waiting tails, and of exports. */
  tailSlots: SharedSlots;
  exportSlots: SharedSlots;
  /** Permits to hash a password. */
  hashing: SharedPermits;
  /** How far an export of the key has come in another process; null where none runs. */
  runningExport: (key: string) => Promise<ExportProgress | null>;
  /** How far a bundle of the key has come in another process; null where none runs. */
  bundleProgress: (key: string) => Promise<BundleProgress | null>;
  /** Has all others write last uses and arrivals now. Waits a second at most; never fails. */
  flushNotes: () => Promise<void>;
};
