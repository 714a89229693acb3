import type { FoundAccountEvent } from '@goal/contract';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

import { type Feed, pageSize } from '../../filters/feed/feed.ts';
import { inputOf } from '../../filters/query/filters.ts';
import { collect, follow } from './follow.ts';
import { useRefreshNames } from '../../filters/query/names.ts';
import type { Question } from '../../filters/feed/use-feed.ts';

const waitSeconds = 20;
/** More held arrivals than this are cut, and found by reading the list again. */
const maxHeld = 1000;

type Live = {
  /** How many events arrived while somebody was reading. */
  held: number;
  showHeld: () => void;
  /** How many events have arrived since this was last set to 0, held or not. */
  arrivals: RefObject<number>;
  /** Whether the last wait failed; another one follows. */
  isInterrupted: boolean;
};

type Following = {
  question: Question;
  feed: Feed;
  isOn: boolean;
  /** Whether somebody reads rows that must not move. */
  isReading: () => boolean;
  /** Begins the list again, because events were missed or are too many. */
  onAgain: () => void;
};

/** Follows the events that match, while the tab can be seen; only then does it wait. */
export function useLive({ question, feed, isOn, isReading, onAgain }: Following): Live {
  const [held, setHeld] = useState<{ feed: Feed; events: readonly FoundAccountEvent[] }>({ feed, events: [] });
  const [isInterrupted, setInterrupted] = useState(false);
  const isVisible = useVisible();
  const position = useRef<{ feed: Feed; after: string }>(undefined);
  const arrivals = useRef(0);
  const ask = useQuestions(question);
  const waiting = held.feed === feed ? held.events : [];

  const arrive = useEffectEvent((arrived: readonly FoundAccountEvent[]) => {
    const all = feed.unknown([...arrived, ...waiting]);
    arrivals.current += all.length - waiting.length;
    if (waiting.length > 0 || isReading()) setHeld({ feed, events: all.slice(0, maxHeld) });
    else if (!feed.addArrived(arrived)) onAgain();
  });
  const queries = useQueryClient();
  const { me } = useTRPC().dashboard;
  const refreshNames = useRefreshNames();
  const interrupted = useEffectEvent((isNow: boolean) => {
    setInterrupted(isNow);
    if (!isNow) return;
    // A member who is out, or whose group is gone, sees no more of the account.
    void queries.invalidateQueries(me.queryFilter());
    void refreshNames();
  });
  const missed = useEffectEvent(() => {
    notify.error('Events were missed while this tab slept: loaded again.');
    onAgain();
  });
  useEffect(() => {
    if (!isOn || !isVisible) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const collected = collect(arrive);
    void follow({
      after: position.current?.feed === feed ? position.current.after : undefined,
      signal,
      ...ask(signal),
      onEvents: collected.add,
      onPosition: (after) => {
        position.current = { feed, after };
      },
      onExpired: missed,
      onInterrupted: interrupted,
    });
    return () => {
      stop.abort();
      collected.stop();
    };
  }, [isOn, isVisible, feed, ask]);

  return {
    held: waiting.length,
    arrivals,
    isInterrupted,
    showHeld() {
      if (waiting.length >= maxHeld || !feed.addArrived(waiting)) onAgain();
      setHeld({ feed, events: [] });
    },
  };
}

function useQuestions({ filters, moments, askedAt }: Question) {
  const client = useTRPCClient();
  const queries = useQueryClient();
  const number = useRef(0);
  return useCallback(
    (signal: AbortSignal) => {
      const alone = { signal, context: { alone: true } };
      const input = inputOf(filters);
      /** Through the cache of queries, which notices a session that has ended. */
      const ask = <Answer>(query: () => Promise<Answer>): Promise<Answer> => {
        number.current += 1;
        const queryKey = ['live', askedAt, number.current];
        return queries.fetchQuery({ queryKey, queryFn: query, retry: false, gcTime: 0 });
      };
      return {
        tail: (after: string | undefined) => {
          const from = after === undefined ? { wait: 0 } : { wait: waitSeconds, after };
          return ask(() => client.dashboard.events.tail.query({ ...input, ...from, limit: 200 }, alone));
        },
        newest: async () => {
          const list = { ...input, ...moments, limit: pageSize };
          return (await ask(() => client.dashboard.events.list.query(list, alone))).events;
        },
      };
    },
    [filters, moments, askedAt, client, queries],
  );
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const useVisible = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => false,
  );
