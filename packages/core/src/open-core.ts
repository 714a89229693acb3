import type { Database } from '@goal/db';

import type { EventServices } from './core.ts';
import { Arrivals } from './event/store/arrivals.ts';
import { openCursorCodec } from './event/cursor.ts';
import { CacheCounts, Dictionary } from './event/words/dictionary.ts';
import { IngestBatcher } from './event/store/ingest-batcher.ts';
import { RememberedSiteNames } from './event/read/remembered-site-names.ts';
import { ExportSlots } from './export/export-slots.ts';
import { Acknowledged } from './failover/acknowledged.ts';
import { useZoneTable, type ZoneTable } from './ground/zone-rules.ts';
import { openStreamServices, type StreamSettings } from './stream/stream-services.ts';
import { openLogServices, type LogSettings } from './signed-log/log-services.ts';
import { openTails } from './tail/tails.ts';

/** Limits that a process may change. */
export type EventServicesOptions = {
  /**
   * How long an export may stall before it yields its slot; `limits.exports.stillMs` by default.
   */
  exportStillMs?: number | undefined;
  streams?: StreamSettings | undefined;
  log?: LogSettings | undefined;
  /** The rules of time zones that TZ_FILE names; they count in the whole process. */
  zones?: ZoneTable | undefined;
};

/** Opens the shared objects of the verbs on events. Needs a migrated database that answers. */
export async function openEventServices(
  db: Database,
  { exportStillMs, streams: streamSettings, log: logSettings = {}, zones }: EventServicesOptions = {},
): Promise<EventServices> {
  if (zones !== undefined) useZoneTable(zones);
  const tail = await openTails(db);
  const exports = new ExportSlots(exportStillMs);
  const log = await openLogServices(db, tail.identity, logSettings);
  const onStored = (accounts: ReadonlySet<number>): void => {
    tail.stored(accounts);
    log.stored(accounts);
  };
  const batcher = new IngestBatcher(db, onStored, {}, await db.topology());
  const arrivals = new Arrivals(db);
  const counts = new CacheCounts();
  let dictionary = new Dictionary(db, db.lives.number, counts);
  const streams = openStreamServices(db, streamSettings);
  return {
    get dictionary() {
      // A promoted standby may lack the newest words, and give their numbers to others.
      if (dictionary.life !== db.lives.number) dictionary = new Dictionary(db, db.lives.number, counts);
      return dictionary;
    },
    batcher,
    arrivals,
    siteNames: new RememberedSiteNames(db),
    cursors: await openCursorCodec(db),
    tail,
    acknowledged: new Acknowledged(db),
    exports,
    streams,
    log,
    counts: { accepted: 0, duplicates: 0, rejected: 0 },
    async close() {
      await batcher.close();
      await tail.close();
      await exports.close();
      await streams.close();
      await log.close();
      await arrivals.flush();
    },
  };
}
