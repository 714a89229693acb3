import type { EntryParts } from './entries.ts';
import { latin1Text, type Hash } from './hash.ts';
import type { LogEnd } from './notes.ts';

/** The owner of a bundle: an account, or with proofs a site or a group. */
export type BundleScope = { account_id: string } | { site_id: string } | { group_id: string };

/** The first line of a log in a bundle. */
export interface BundleHead {
  origin: string;
  scope: BundleScope;
  vkeys: readonly string[];
  /** The end of the log before it; null for the first log. */
  previous: LogEnd | null;
  began_at: string;
  /** The size of the log when writing began. Later redactions may concern a written line. */
  size: number;
}

/** That a log of logs, which witnesses cosign, holds a checkpoint of this log. */
export interface Witnessed {
  /** `checkpoint <origin> <size> <root>` */
  entry: string;
  index: number;
  /** base64, from the sibling of the leaf up to the child of the root */
  proof: readonly string[];
  /** of the log of logs, with its cosignatures */
  checkpoint: string;
}

/** The last line of a log in a bundle. */
export interface BundleEnd {
  /** The number of leaves. */
  end: number;
  /** The checkpoint of exactly this number of leaves. */
  checkpoint: string;
  witnessed: Witnessed | null;
  /** The number of lines before this one, and the hex SHA-256 of their bytes. */
  lines: number;
  sha256: string;
}

/** `tile` and `skip` count leaves: the first those before it, the second first to last. */
export const leavesOfTile = 256;

// Each writes one line, without the newline behind it. The order of the keys is part of the form:
// a verifier writes what it read once more, and compares.

export const bundleHead = ({ origin, scope, vkeys, previous, began_at, size }: BundleHead): string =>
  JSON.stringify({ bundle: 'goal-log/v1', origin, scope, vkeys, previous, began_at, size });

/** A note, verbatim: `entry` is what `noteEntry` gives. */
export const noteLine = (index: number, entry: string): string => JSON.stringify({ index, note: entry });

/** An event that is there: its text stands byte for byte at the end, before the last brace. */
export const eventLine = (index: number, n: number, salt: Uint8Array, eventText: string): string =>
  eventLineHead(index, n, btoa(latin1Text(salt))) + eventText + '}';

/** The line up to the event text; its characters are ASCII. */
export const eventLineHead = (index: number, n: number, salt: string): string =>
  `{"index":${index},"n":${n},"salt":"${salt}","event":`;

/** An event that is gone: what of it stays in the log. */
export function goneLine(index: number, parts: EntryParts, { redacted = false }: { redacted?: boolean } = {}): string {
  const { siteId, n, id, occurredOn, receivedAt, commitment } = parts;
  return JSON.stringify({
    index,
    n,
    site_id: siteId,
    id,
    occurred_on: occurredOn,
    received_at: receivedAt,
    commitment: btoa(commitment),
    ...(redacted ? { redacted } : {}),
  });
}

/** The hash of the 256 leaves that end here: a fault is told to 256 leaves. */
export const tileLine = (size: number, hash: Hash): string => JSON.stringify({ tile: size, hash: btoa(hash) });

/** Leaves that this reader may not see, `from` up to but not `to`: `subtreeCover(from, to)`. */
export const skipLine = (from: number, to: number, hashes: readonly Hash[]): string =>
  JSON.stringify({ skip: [from, to], hashes: hashes.map((hash) => btoa(hash)) });

/** That the tree of `from` leaves is the beginning of that of `to`, which is the bundle's. */
export const consistencyLine = (from: number, to: number, hashes: readonly Hash[]): string =>
  JSON.stringify({ consistency: [from, to], hashes: hashes.map((hash) => btoa(hash)) });

export const bundleEnd = ({ end, checkpoint, witnessed, lines, sha256 }: BundleEnd): string =>
  JSON.stringify({ end, checkpoint, witnessed, lines, sha256 });
