import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import classes from './card.module.css';

export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={id} className={classes.card}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
