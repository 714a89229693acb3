import { notify } from '@goal/ui/lib/notify.ts';
import { useEffect } from 'react';

import { takeNotice } from '../lib/kept-notice.ts';

/** Shows the notice that the page before left. */
export function KeptNotice() {
  useEffect(() => {
    const message = takeNotice();
    if (message !== null) notify.success(message);
  }, []);
  return null;
}
