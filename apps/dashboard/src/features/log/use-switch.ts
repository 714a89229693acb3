'use client';

import { useSyncExternalStore } from 'react';

export const changed = 'goal-log-switch';

export function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener('storage', listener);
  };
}

/** A switch that this browser remembers; it is off at first. */
function useSwitch(key: string): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(key) === 'on',
    () => false,
  );
  const set = (to: boolean): void => {
    window.localStorage.setItem(key, to ? 'on' : 'off');
    window.dispatchEvent(new Event(changed));
  };
  return [isOn, set];
}

/** Whether times are shown in UTC, and not in the reader's zone. */
export const useUtc = () => useSwitch('goal-log-utc');

/** Whether the page shows events as they arrive. */
export const useLiveSwitch = () => useSwitch('goal-log-live');
