import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { useHydrated } from '../field/use-hydrated.ts';
import classes from './entry-card.module.css';

/**
 * Fields of a form that the server makes, disabled until scripts run: what is typed earlier would
 * be lost, and the browser itself would submit the form. Then they are made anew, so that the
 * browser fills them in and the first one has the focus.
 */
export function ReadyFields({ children }: { children: ReactNode }) {
  const isReady = useHydrated();
  return (
    <fieldset key={String(isReady)} disabled={!isReady} className={classes.fields}>
      <Stack>{children}</Stack>
    </fieldset>
  );
}
