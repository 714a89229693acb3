import { isSwitchedOn, type Switch, useKeptSwitch } from '@goal/ui/lib/kept-switch.ts';

/** Whether times are shown in UTC, and not in the reader's zone. */
export const useUtc = (): Switch => useKeptSwitch('goal-log-utc');

/** Whether «3 minutes ago» is shown as a time. */
export const useExactTimes = (): Switch => useKeptSwitch('goal-exact-times');

/** Whether the log shows events as they arrive. */
export const useLiveSwitch = (): Switch => useKeptSwitch('goal-log-live');

const keys = 'goal-log-keys';

/** Whether this browser takes keys of one letter (WCAG 2.1.4). */
export const useKeysSwitch = (): Switch => useKeptSwitch(keys, true);

/** The same for a key that was pressed. */
export const areKeysOn = (): boolean => isSwitchedOn(keys, true);
