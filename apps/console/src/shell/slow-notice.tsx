'use client';

import { Button } from '@mantine/core';

import { useSlow } from '../trpc/use-slow.ts';
import classes from './shell.module.css';

/** Says that an answer takes long, and what can be done. A screen reader hears the words once: the buttons lie beside the live region. */
export function SlowNotice() {
  const { isSlow, giveUp, askAgain } = useSlow();
  return (
    <div className={classes.slow} data-shown={isSlow}>
      <p role="status" aria-live="polite">
        {isSlow && 'This takes longer than usual …'}
      </p>
      {isSlow && (
        <>
          <Button variant="default" size="xs" onClick={askAgain}>
            Ask again
          </Button>
          <Button variant="default" size="xs" onClick={giveUp}>
            Stop waiting
          </Button>
        </>
      )}
    </div>
  );
}
