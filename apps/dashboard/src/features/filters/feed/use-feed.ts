import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { Feed, type FeedState, pageSize } from './feed.ts';
import { type Filters, inputOf } from '../query/filters.ts';
import { useRefreshNames } from '../query/names.ts';
import type { Moments } from '../query/time-range.ts';

export type Question = { filters: Filters; moments: Moments; askedAt: number };

export function useFeed(question: Question): { feed: Feed; state: FeedState } {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const refreshNames = useRefreshNames();
  const [listeners] = useState(() => new Set<() => void>());
  const feed = useMemo(() => {
    const input = { ...inputOf(question.filters), ...question.moments, limit: pageSize };
    return new Feed(
      (cursor, signal) => {
        const asked = { ...input, ...(cursor === '' ? {} : { cursor }) };
        return queries.fetchQuery({
          queryKey: [...trpc.dashboard.events.list.queryKey(asked), question.askedAt],
          queryFn: async () => {
            try {
              return await client.dashboard.events.list.query(asked, { signal, context: { alone: true } });
            } catch (error) {
              // Then a question without the site or the group that is not found follows.
              if (failureOf(error).status === 404) await refreshNames();
              throw error;
            }
          },
          gcTime: 60_000,
        });
      },
      () => {
        for (const listener of listeners) listener();
      },
    );
  }, [question, trpc, client, queries, listeners, refreshNames]);
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [listeners],
  );
  useEffect(() => {
    void feed.readOn();
    return () => feed.close();
  }, [feed]);
  const state = useSyncExternalStore(
    subscribe,
    () => feed.state,
    () => feed.state,
  );
  return { feed, state };
}
