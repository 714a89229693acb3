import { useNetwork } from '@mantine/hooks';
import { useEffect } from 'react';

import classes from './offline-banner.module.css';

/**
 * The live region exists before its text, so that screen readers announce it. Links are blocked
 * meanwhile: they would end at the browser's error page.
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
          You are offline. The data shown may be out of date, and links work again once you are back online.
        </p>
      )}
    </div>
  );
}
