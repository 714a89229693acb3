import { isSwitchedOn, type Switch, useKeptSwitch } from '@goal/ui/lib/kept-switch.ts';

export const useUtc = (): Switch => useKeptSwitch('goal-log-utc');

export const useExactTimes = (): Switch => useKeptSwitch('goal-exact-times');

export const useLiveSwitch = (): Switch => useKeptSwitch('goal-log-live');

const keys = 'goal-log-keys';

/** Whether this browser takes keys of one letter (WCAG 2.1.4). */
export const useKeysSwitch = (): Switch => useKeptSwitch(keys, true);

/** The same for a key that was pressed. */
export const areKeysOn = (): boolean => isSwitchedOn(keys, true);
