import { canonicalJson } from './canonical-json.ts';

/** Which kind of actor did it; never a name. */
type By = string;

/** A log at one size: how the log after it names it. */
export type LogEnd = {
  origin: string;
  size: number;
  /** base64 */
  root: string;
};

/** A note by kind, without `v` and `at`. Times are as on the wire. */
type NoteBody =
  | { kind: 'log.begin'; log: number; previous: LogEnd | null; earlier_events: number }
  | { kind: 'log.delete'; by: By }
  | { kind: 'site.begin'; site_id: string; retention_days: number; by: By }
  | { kind: 'site.retention'; site_id: string; retention_days: number; by: By }
  | { kind: 'site.delete'; site_id: string; by: By }
  | { kind: 'site.count'; sites: readonly (readonly [siteId: string, n: number])[] }
  | { kind: 'purge'; sites: readonly PurgedSite[] }
  | { kind: 'redact'; sites: readonly (readonly [siteId: string, numbers: readonly number[]])[]; by: By }
  | { kind: 'hold.begin'; hold: string; site_id: string | null; by: By }
  | { kind: 'hold.end'; hold: string; site_id: string | null; by: By }
  | { kind: 'key'; vkey: string; replaces: string };

/** How many events older than `before` were purged until `until`. */
export type PurgedSite = readonly [siteId: string, before: string, until: string, events: number];

/** An act that a verifier needs: a leaf in clear. */
export type LogNote = NoteBody & {
  at: string;
  /** Only where retention took events before they were sealed. */
  unsealed?: boolean;
};

/** The entry of a note; the version of its form, `v`, is added here. */
export const noteEntry = (note: LogNote): string => `note ${canonicalJson({ v: 1, ...note })}`;
