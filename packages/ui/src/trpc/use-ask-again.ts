import { CancelledError, type Query, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { isTransient } from './query-client.ts';

/** How long after one try the next one begins. */
const askAgainMs = 10_000;

/**
 * While errors stand on a page that is seen, asks for one of the failed answers every ten seconds.
 * Once it comes, all failed queries are asked again. The page keeps showing the error meanwhile,
 * and a service that is out of reach gets one request at a time.
 */
export function useAskAgain(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    const again = async (): Promise<void> => {
      const [failed] =
        document.visibilityState === 'visible' ? client.getQueryCache().findAll({ predicate: mayRecover }) : [];
      if (failed !== undefined && (await hasAnswer(failed)) && !isOver)
        await client.refetchQueries({ predicate: mayRecover });
      if (!isOver) timer = setTimeout(() => void again(), askAgainMs);
    };
    let timer = setTimeout(() => void again(), askAgainMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client]);
}

/** Whether a query that the page uses has failed, and another try may help. */
const mayRecover = (query: Query): boolean => {
  const { status, fetchStatus, error } = query.state;
  const isStopped = error instanceof CancelledError;
  return query.isActive() && status === 'error' && fetchStatus === 'idle' && !isStopped && isTransient(error);
};

/**
 * Asks for the query without touching what is cached. A refusal is an answer too, which the query
 * itself has to hear.
 */
async function hasAnswer({ queryKey, options: { queryFn } }: Query): Promise<boolean> {
  if (typeof queryFn !== 'function') return false;
  try {
    await new QueryClient().fetchQuery({ queryKey, queryFn, retry: false, gcTime: 0 });
    return true;
  } catch (error) {
    return !isTransient(error);
  }
}
