import { useEffect, useState } from 'react';

/**
 * Returns the focus to where it was when a dialog closes. For dialogs that are mounted only while
 * they are open: Mantine's own focus return needs a dialog that is mounted before it opens.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The element that opened the dialog may be gone, like the button of a deleted site.
      const back = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('main');
      back?.focus({ preventScroll: true });
    },
    [before],
  );
}
