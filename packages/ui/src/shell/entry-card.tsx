import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { WrappingText } from '../text/wrapping-text.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import classes from './entry-card.module.css';

/** A page for a person who has not signed in. `mark` stands above the title: a brand. */
export function EntryCard({ title, mark, children }: { title: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder p="xl" radius="md">
        <Stack>
          {mark}
          <div className={classes.head}>
            <Title order={1} size="h3">
              <WrappingText value={title} />
            </Title>
            <ThemeSwitch />
          </div>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
