import type { ReactNode } from 'react';

import classes from './dialog-buttons.module.css';

/** At the right edge; on a phone as wide as the dialog. Those that `stays` are always in sight. */
export function DialogButtons({ stays = false, children }: { stays?: boolean; children: ReactNode }) {
  return (
    <div className={classes.buttons} data-stays={stays || undefined}>
      {children}
    </div>
  );
}
