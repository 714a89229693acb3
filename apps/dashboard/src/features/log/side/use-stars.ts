import { useMemo, useSyncExternalStore } from 'react';

import { changed, subscribe } from '@goal/ui/lib/kept-switch.ts';

const key = 'goal-log-stars';
/** More stars than anybody sets; the oldest ones go first. */
const most = 100;

/** The ids of the views that this browser keeps in the side list, and how to star one or not. */
export function useStars(): [ReadonlySet<string>, (id: string) => void] {
  const kept = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(key) ?? '',
    () => '',
  );
  const stars = useMemo(() => new Set(kept.split(' ').filter(Boolean)), [kept]);
  const toggle = (id: string): void => {
    const next = stars.has(id) ? [...stars].filter((one) => one !== id) : [...stars, id];
    window.localStorage.setItem(key, next.slice(-most).join(' '));
    window.dispatchEvent(new Event(changed));
  };
  return [stars, toggle];
}
