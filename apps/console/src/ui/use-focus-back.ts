import { useEffect, useState } from 'react';

/**
 * For a dialog that is rendered only while it is open: gives the focus back to where it was. Mantine's own way needs a dialog that was
 * there before it opened.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What opened it may be gone by now, as the button of a site that was deleted.
      const back = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('main');
      back?.focus({ preventScroll: true });
    },
    [before],
  );
}
