import { Button } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

import classes from './slow-notice.module.css';

/** The buttons are outside the live region, so that screen readers announce only the text. */
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

/** A query that waits longer than this is slow. */
const slowAfterMs = 5000;

/** Queries that have waited more than 5 s, and the ways to cancel or repeat them. */
function useSlowQueries(): { isSlow: boolean; stopWaiting: () => void; askAgain: () => void } {
  const client = useQueryClient();
  const [slow, setSlow] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    // React keeps an update that changes nothing until the component is drawn again. A live log
    // asks thousands of times before that, so the state is set only when it changes.
    const known = new Set<string>();
    const forget = (hash: string): void => {
      clearTimeout(timers.get(hash));
      timers.delete(hash);
      if (known.delete(hash)) setSlow(new Set(known));
    };
    const note = (hash: string): void => {
      known.add(hash);
      setSlow(new Set(known));
    };
    const wait = ({ queryHash: hash }: Query): void => {
      forget(hash);
      timers.set(
        hash,
        setTimeout(() => note(hash), slowAfterMs),
      );
    };
    const isWaiting = (query: Query): boolean => query.state.fetchStatus === 'fetching' && query.isActive();
    const cache = client.getQueryCache();
    for (const query of cache.getAll()) if (isWaiting(query)) wait(query);
    const stop = cache.subscribe((event) => {
      const { query, type } = event;
      if (type === 'removed' || !isWaiting(query)) forget(query.queryHash);
      else if (!timers.has(query.queryHash) || (type === 'updated' && event.action.type === 'fetch')) wait(query);
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [client]);

  const matchesSlow = useCallback(({ queryHash }: Query): boolean => slow.has(queryHash), [slow]);
  return {
    isSlow: slow.size > 0,
    stopWaiting: () => {
      // Queries with stale data revert to it; the others show the «cancelled» state.
      const isEmpty = (query: Query): boolean => query.state.data === undefined;
      void client.cancelQueries({ predicate: (query) => matchesSlow(query) && !isEmpty(query) });
      void client.cancelQueries({ predicate: (query) => matchesSlow(query) && isEmpty(query) }, { revert: false });
    },
    askAgain: () => {
      void client
        .cancelQueries({ predicate: matchesSlow })
        .then(() => client.refetchQueries({ predicate: matchesSlow, type: 'active' }));
    },
  };
}
