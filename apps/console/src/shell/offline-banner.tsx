'use client';

import { useNetwork } from '@mantine/hooks';

import classes from './shell.module.css';

/** Says that the browser is offline, also to a screen reader: the live region is there before the words are. */
export function OfflineBanner() {
  const { online } = useNetwork();
  return (
    <div role="status" aria-live="polite">
      {!online && <p className={classes.offline}>You are offline. What you see may be old; it goes on by itself.</p>}
    </div>
  );
}
