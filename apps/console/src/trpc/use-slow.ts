'use client';

import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

/** Milliseconds after which a question is slow. */
const patience = 5000;

/** The questions of this page that have waited for an answer for more than 5 s, and what can be done about them. */
export function useSlow(): { isSlow: boolean; giveUp: () => void; askAgain: () => void } {
  const client = useQueryClient();
  const [slow, setSlow] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const forget = (hash: string): void => {
      clearTimeout(timers.get(hash));
      timers.delete(hash);
      setSlow((all) => (all.has(hash) ? new Set([...all].filter((one) => one !== hash)) : all));
    };
    const wait = ({ queryHash: hash }: Query): void => {
      forget(hash);
      timers.set(
        hash,
        setTimeout(() => setSlow((all) => new Set([...all, hash])), patience),
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

  const isMeant = useCallback(({ queryHash }: Query): boolean => slow.has(queryHash), [slow]);
  return {
    isSlow: slow.size > 0,
    giveUp: () => {
      // What has an older answer goes back to it; in place of the rest stands that nobody waits for it.
      const isEmpty = (query: Query): boolean => query.state.data === undefined;
      void client.cancelQueries({ predicate: (query) => isMeant(query) && !isEmpty(query) });
      void client.cancelQueries({ predicate: (query) => isMeant(query) && isEmpty(query) }, { revert: false });
    },
    askAgain: () => {
      void client
        .cancelQueries({ predicate: isMeant })
        .then(() => client.refetchQueries({ predicate: isMeant, type: 'active' }));
    },
  };
}
