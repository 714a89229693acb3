import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './report.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={2} size="h4" className={classes.heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}
