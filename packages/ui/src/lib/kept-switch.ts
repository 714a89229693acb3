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

export type Switch = [boolean, (isOn: boolean) => void];

export function useKeptSwitch(key: string, isOnAtFirst = false): Switch {
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

export function isSwitchedOn(key: string, isOnAtFirst = false): boolean {
  const kept = window.localStorage.getItem(key);
  return kept === null ? isOnAtFirst : kept === 'on';
}
