import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to where it was when a dialog closes. For dialogs that are mounted only while
 * they are open: Mantine's own focus return needs a dialog that is mounted before it opens.
 */
export function useFocusBack(): void {
  const opener = useRef<Element>(null);
  // Not before: the dialog that stood in place of this one while its code was late has the focus
  // until it is gone.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(
    () => () => {
      const before = opener.current;
      // The element that opened the dialog may be gone, like the button of a deleted site.
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const back = isThere ? before : document.getElementById('main');
      back?.focus({ preventScroll: true });
    },
    [],
  );
}
