import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';

import type { AccountPlace } from '../features/account/places.ts';
import { areKeysOn } from '../lib/use-switch.ts';
import { actOfKey, isForElsewhere } from '../lib/shortcuts.ts';

/** How long `g` waits for the letter of a page, in ms. */
const goesWithinMs = 1500;

/**
 * The keys of one letter, on every page: `g` and the letter of a place, and what the parts of the
 * page ask for. They can be switched off, and none counts while a field or a dialog has the focus
 * (WCAG 2.1.4).
 */
export function useFrameKeys(places: readonly AccountPlace[]): void {
  const router = useRouter();
  const known = useRef(places);
  useEffect(() => {
    known.current = places;
  });
  useEffect(() => {
    let wentAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if (isForElsewhere(event) || !areKeysOn()) return;
      const isGoing = Date.now() - wentAt < goesWithinMs;
      wentAt = -Infinity;
      const place = isGoing ? known.current.find(({ letter }) => letter === event.key) : undefined;
      const act = place === undefined ? actOfKey(event.key) : () => router.push(place.href);
      if (act !== undefined) {
        event.preventDefault();
        act();
      } else if (event.key === 'g') wentAt = Date.now();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router]);
}
