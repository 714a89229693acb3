import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './card.module.css';

/** A sentence, and beside it or below it the button that acts on what it says. */
export function ActLine({ about, children }: { about: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <Text size="sm">{about}</Text>
      {children}
    </div>
  );
}
