import type { ReactNode } from 'react';

import classes from './dialog-buttons.module.css';

/**
 * The buttons that end a dialog: at its right edge, and on a phone as wide as the dialog, side by
 * side where they fit.
 */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
