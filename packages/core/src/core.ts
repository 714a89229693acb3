import type { Database } from '@goal/db';

import type { LastUses } from './credential/last-uses.ts';
import type { Arrivals } from './event/arrivals.ts';
import type { CursorCodec } from './event/cursor.ts';
import type { Dictionary } from './event/dictionary.ts';
import type { IngestBatcher } from './event/ingest-batcher.ts';
import type { ExportSlots } from './export/export-slots.ts';
import type { Tails } from './tail/tails.ts';

/** What every verb works with; made once by the process that composes the service. */
export type Core = {
  db: Database;
  events: EventServices;
  uses: LastUses;
  /** Called after a deletion has committed: stored events wait to be reclaimed. */
  wakeReclaimer: () => void;
  settings: Settings;
};

/** What the verbs on events share within a process. */
export type EventServices = {
  db: Database;
  dictionary: Dictionary;
  batcher: IngestBatcher;
  arrivals: Arrivals;
  cursors: CursorCodec;
  tail: Tails;
  exports: ExportSlots;
  /** Events that this process was sent, for its metrics. */
  counts: { accepted: number; duplicates: number; rejected: number };
  /** Stores what waits, then takes no more. Before the database is closed. */
  close(): Promise<void>;
};

/** What the operator of the service chose in its environment. */
export type Settings = {
  /** Days that a shortened retention waits before it is applied (rulings §9.2); 0: at once. */
  retentionGraceDays: number;
};

/** rulings §9.2 */
export const defaultSettings: Settings = { retentionGraceDays: 14 };
