import type { Database } from '@goal/db';

import { ExportSlots } from '../export/export-slots.ts';
import { openTails, type Tails } from '../tail/tails.ts';
import { Arrivals } from './arrivals.ts';
import { openSealer, type Sealer } from './cursor.ts';
import { Dictionary } from './dictionary.ts';
import { IngestBatcher } from './ingest-batcher.ts';

/** What the verbs on events share within a process. */
export type EventStore = {
  db: Database;
  dictionary: Dictionary;
  batcher: IngestBatcher;
  arrivals: Arrivals;
  sealer: Sealer;
  tail: Tails;
  exports: ExportSlots;
  /** Events that this process was sent, for its metrics. */
  counts: { accepted: number; duplicates: number; rejected: number };
  /** Stores what waits, then takes no more. Before the database is closed. */
  close(): Promise<void>;
};

/** Limits that a process may set for itself. */
export type EventStoreOptions = {
  /** Milliseconds after which an export whose reader takes nothing gives way; `limits.exports.stillMs` unless it is given. */
  exportStillMs?: number | undefined;
};

/** Needs a migrated database that answers. */
export async function openEventStore(db: Database, { exportStillMs }: EventStoreOptions = {}): Promise<EventStore> {
  const tail = await openTails(db);
  const exports = new ExportSlots(exportStillMs);
  const batcher = new IngestBatcher(db, (accounts) => tail.stored(accounts));
  const arrivals = new Arrivals(db);
  return {
    db,
    dictionary: new Dictionary(db),
    batcher,
    arrivals,
    sealer: await openSealer(db),
    tail,
    exports,
    counts: { accepted: 0, duplicates: 0, rejected: 0 },
    async close() {
      await batcher.close();
      await tail.close();
      await exports.close();
      await arrivals.flush();
    },
  };
}
