import type { Database } from '@goal/db';

import type { LastUses } from './credential/last-uses.ts';
import type { EventStore } from './event/event-store.ts';

/** What every verb works with; made once by the process that composes the service. */
export type Core = {
  db: Database;
  events: EventStore;
  uses: LastUses;
  /** Called after a deletion has committed: stored events wait to be reclaimed. */
  wakeReclaimer: () => void;
};
