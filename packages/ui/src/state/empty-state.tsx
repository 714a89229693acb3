import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './state.module.css';

/** Shown in place of an empty list: `title` says what is missing, the children what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      )}
    </div>
  );
}
