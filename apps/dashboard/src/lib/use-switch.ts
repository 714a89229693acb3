'use client';

import { useSyncExternalStore } from 'react';

export const changed = 'goal-switch';

export function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener('storage', listener);
  };
}

type Switch = [boolean, (isOn: boolean) => void];

/** A switch that this browser remembers. */
function useSwitch(key: string, isOnAtFirst = false): Switch {
  const isOn = useSyncExternalStore(
    subscribe,
    () => isSwitchedOn(key, isOnAtFirst),
    () => isOnAtFirst,
  );
  const set = (to: boolean): void => {
    window.localStorage.setItem(key, to ? 'on' : 'off');
    window.dispatchEvent(new Event(changed));
  };
  return [isOn, set];
}

function isSwitchedOn(key: string, isOnAtFirst: boolean): boolean {
  const kept = window.localStorage.getItem(key);
  return kept === null ? isOnAtFirst : kept === 'on';
}

/** Whether times are shown in UTC, and not in the reader's zone. */
export const useUtc = (): Switch => useSwitch('goal-log-utc');

/** Whether «3 minutes ago» is shown as a time. */
export const useExactTimes = (): Switch => useSwitch('goal-exact-times');

/** Whether the log shows events as they arrive. */
export const useLiveSwitch = (): Switch => useSwitch('goal-log-live');

const keys = 'goal-log-keys';

/** Whether this browser takes keys of one letter (WCAG 2.1.4). */
export const useKeysSwitch = (): Switch => useSwitch(keys, true);

/** The same for a key that was pressed. */
export const areKeysOn = (): boolean => isSwitchedOn(keys, true);
