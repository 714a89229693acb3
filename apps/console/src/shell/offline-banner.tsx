'use client';

import { useNetwork } from '@mantine/hooks';
import { useEffect } from 'react';

import classes from './shell.module.css';

/**
 * Says that the browser is offline, also to a screen reader: the live region is there before the words are. A link to another page would end
 * at the browser's own page of errors, so it waits.
 */
export function OfflineBanner() {
  const { online } = useNetwork();
  useEffect(() => {
    if (online) return undefined;
    const stay = (event: Event): void => {
      if (!(event.target instanceof Element) || event.target.closest('a[href^="/"]') === null) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('click', stay, true);
    return () => document.removeEventListener('click', stay, true);
  }, [online]);
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <p className={classes.offline}>
          You are offline. What you see may be old, and other pages have to wait; it goes on by itself.
        </p>
      )}
    </div>
  );
}
