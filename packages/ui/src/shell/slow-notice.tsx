import { Button } from '@mantine/core';

import { useSlowQueries } from '../trpc/use-slow-queries.ts';
import classes from './slow-notice.module.css';

/**
 * Says that an answer takes long, and offers to repeat or cancel. The buttons are outside the live
 * region, so that screen readers announce only the text.
 */
export function SlowNotice() {
  const { isSlow, stopWaiting, askAgain } = useSlowQueries();
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
          <Button variant="default" size="xs" onClick={stopWaiting}>
            Stop waiting
          </Button>
        </>
      )}
    </div>
  );
}
