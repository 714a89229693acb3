import { defaultSettings, type Core, type Settings } from '../src/core.ts';
import { LastUses } from '../src/credential/last-uses.ts';
import type { EventWorld } from './event-world.ts';

/** The core of a test's database. Nothing is reclaimed unless the test does it. */
export function coreOf({ db, store }: Pick<EventWorld, 'db' | 'store'>, settings: Partial<Settings> = {}): Core {
  return {
    db,
    events: store,
    uses: new LastUses(db),
    wakeReclaimer: () => {},
    settings: { ...defaultSettings, ...settings },
  };
}
