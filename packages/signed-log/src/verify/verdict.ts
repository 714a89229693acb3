import type { BundleScope } from '../bundle-lines.ts';
import type { LogEnd } from '../notes.ts';

/** A fault of a bundle, and its place. */
export interface Fault {
  /** The leaf; null where the fault is not at one. */
  index: number | null;
  /** The line of the file, from 1; null where it is at no line. */
  line: number | null;
  sentence: string;
}

/** A fault; the reading adds its place. */
export class BundleFault extends Error {
  /** The leaf, where it is another one than the one that is being read. */
  readonly index: number | undefined;

  constructor(sentence: string, index?: number) {
    super(sentence);
    this.index = index;
  }
}

/** The file is no bundle, or an option no key, checkpoint or policy: nothing was verified. */
export class NotReadable extends Error {}

export interface EventCounts {
  /** Events that the bundle shows. */
  kept: number;
  /** Gone by retention, as purge notes count them. */
  purged: number;
  /** Gone with their site or account. */
  deleted: number;
  redacted: number;
  /** Happened more than a day before they arrived: legal, and a reader may want to know. */
  late: number;
}

export interface SiteVerdict extends EventCounts {
  site_id: string;
  /** The number of its last event. */
  events: number;
  is_deleted: boolean;
}

export interface LogVerdict extends LogEnd {
  previous: LogEnd | null;
  began_at: string | null;
  /** Events that were stored before the log began, and are not in it. */
  earlier_events: number | null;
  /** The vkeys that signed the last checkpoint. */
  signed_by: string[];
  /** The witnesses of the policy that cosigned. */
  witnessed_by: string[];
  /** The number of leaves that they saw; null: no witness cosigned, or no policy was given. */
  witnessed_size: number | null;
}

/** A retention that became shorter, and what was purged within 14 days after it. */
export interface Shortening {
  index: number;
  at: string;
  site_id: string;
  /** Days; -1: never purged. */
  from_days: number;
  to_days: number;
  by: string;
  purged_within_14_days: number;
}

export interface HoldVerdict {
  hold: string;
  /** null: the whole account */
  site_id: string | null;
  began_at: string;
  ended_at: string | null;
}

export interface Verdict {
  verified: boolean;
  /** The first fault; reading ends there. */
  fault: Fault | null;
  /** Lines of the file that were read. */
  lines: number;
  scope: BundleScope;
  /** Whether the keys were given, or are only the bundle's own word. */
  key: 'given' | "the bundle's own word";
  logs: LogVerdict[];
  events: EventCounts;
  /** Purge notes that say that retention took events before they were sealed. */
  purges_before_sealing: number;
  sites: SiteVerdict[];
  shortenings: Shortening[];
  /** Shortenings beyond those listed. */
  more_shortenings: number;
  holds: HoldVerdict[];
  /**
   * Events that arrived more than 5 s before the event in front of them, or more than a day before
   * the note in front of them, and the first such leaf.
   */
  arrivals_out_of_order: { events: number; first_index: number | null };
  /** The older checkpoints that lie on the way. */
  checkpoints_met: LogEnd[];
}
