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
  settings: Settings;
};

/** What the operator of the service chose in its environment. */
export type Settings = {
  /** Days that a shortened retention waits before it is applied (rulings §9.2); 0: at once. */
  retentionGraceDays: number;
};

/** rulings §9.2 */
export const defaultSettings: Settings = { retentionGraceDays: 14 };
