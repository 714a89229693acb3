import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './card.module.css';

export function ActLine({ about, children }: { about: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <Text size="sm">{about}</Text>
      {children}
    </div>
  );
}
