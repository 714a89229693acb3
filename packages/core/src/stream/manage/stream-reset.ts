import type { OpenSink } from '@goal/contract';

import type { TailPosition } from '../../tail/position.ts';

// Columns that a change of a stream writes beside what it is about.

/** A time that is due by every clock. */
export const epoch = new Date(0);
/** Longer than a put of an object store, and than a lost lease goes unnoticed, in milliseconds. */
const afterPutsMs = 75_000;
/** When a changed stream is due: a file of before may yet be put under the next one's name. */
export const dueAfter = ({ type }: OpenSink): Date => (type === 's3' ? new Date(Date.now() + afterPutsMs) : epoch);
/** Ends the work on a stream: the holder of its lease writes nothing more. */
export const releasedLease = { lease: null, leaseUntil: null } as const;
/** No file of an object store is being put. */
export const withoutFile = { fileSeq: null, fileEventId: null } as const;
export const clearedFailures = {
  attempts: 0,
  failingSince: null,
  toldFailing: false,
  lastError: null,
  refusedId: null,
  refusedCount: 0,
  refusedSince: null,
  asideRun: 0,
  untold: {},
} as const;

/** A position, from which a stream goes on. */
export const atPosition = ({ incarnation, seq, id }: TailPosition) => ({
  era: incarnation,
  seq,
  eventId: id,
  seenAt: new Date(),
  ...withoutFile,
});
