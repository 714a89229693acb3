import type { Database } from '@goal/db';

import type { LastUses } from './credential/last-uses.ts';
import type { Arrivals } from './event/store/arrivals.ts';
import type { CursorCodec } from './event/cursor.ts';
import type { Dictionary } from './event/words/dictionary.ts';
import type { IngestBatcher } from './event/store/ingest-batcher.ts';
import type { RememberedSiteNames } from './event/read/remembered-site-names.ts';
import type { ExportSlots } from './export/export-slots.ts';
import type { Acknowledged } from './failover/acknowledged.ts';
import type { LogServices } from './signed-log/log-services.ts';
import type { StreamServices } from './stream/stream-services.ts';
import type { Tails } from './tail/tails.ts';

/** What every verb works with; the process makes it once. */
export type Core = {
  db: Database;
  events: EventServices;
  uses: LastUses;
  /** Called after a deletion has committed, because stored events now wait to be reclaimed. */
  wakeReclaimer: () => void;
  settings: Settings;
};

/** What a verb on events takes. */
export type Events = Pick<Core, 'db' | 'events'>;

/** The objects that all verbs on events share within a process. */
export type EventServices = {
  /** That of the present life of the database. */
  readonly dictionary: Dictionary;
  batcher: IngestBatcher;
  arrivals: Arrivals;
  siteNames: RememberedSiteNames;
  cursors: CursorCodec;
  tail: Tails;
  /** What this process acknowledged lately. */
  acknowledged: Acknowledged;
  exports: ExportSlots;
  streams: StreamServices;
  log: LogServices;
  /** The number of events sent to this process, for its metrics. */
  counts: { accepted: number; duplicates: number; rejected: number };
  /** Stores waiting events and accepts no more. Call it before the database is closed. */
  close(): Promise<void>;
};

/** The settings from the environment. */
export type Settings = {
  /** Days until a shorter retention is applied (rulings §9.2); 0 applies it at once. */
  retentionGraceDays: number;
  /** Where the database runs, for the status (rulings §8); `embedded` by default. */
  databaseKind?: 'embedded' | 'DATABASE_URL';
  /** What shares the rate limits (rulings §2.6); undefined: each instance has its own. */
  redisUrl?: string | undefined;
};

/** rulings §9.2 */
export const defaultSettings: Settings = { retentionGraceDays: 14 };
