import { defaultSettings, type Core, type Events, type Settings } from '../src/core.ts';
import { LastUses } from '../src/credential/last-uses.ts';

/** The core of a test's database. Nothing is reclaimed unless the test does it. */
export function coreOf({ db, events }: Events, settings: Partial<Settings> = {}): Core {
  return {
    db,
    events,
    uses: new LastUses(db),
    wakeReclaimer: () => {},
    settings: { ...defaultSettings, ...settings },
  };
}
