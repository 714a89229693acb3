import type { ReactNode } from 'react';

import classes from './dialog-buttons.module.css';

/**
 * The buttons that end a dialog: at its right edge, and on a phone as wide as the dialog, side by
 * side where they fit. Those that `stays` are in sight while a long dialog scrolls.
 */
export function DialogButtons({ stays = false, children }: { stays?: boolean; children: ReactNode }) {
  return (
    <div className={classes.buttons} data-stays={stays || undefined}>
      {children}
    </div>
  );
}
