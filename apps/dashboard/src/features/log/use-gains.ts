'use client';

import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

import { type FilterName, inputOf, without } from './filters.ts';
import { bestFirst, type Gain } from './gains.ts';
import { inTurn } from './in-turn.ts';
import type { Question } from './use-feed.ts';

/** Filters that are counted at most. */
const most = 6;

/**
 * The filters of a question that are worth taking off, the best first; undefined until they are
 * counted, one after another. A count that fails leaves the others as they are.
 */
export function useGains(
  { filters, moments, askedAt }: Question,
  names: readonly FilterName[],
): readonly Gain[] | undefined {
  const trpc = useTRPC();
  const { dashboard } = useTRPCClient();
  const { data } = useQuery({
    queryKey: [...trpc.dashboard.events.summary.queryKey({ ...inputOf(filters), ...moments }), 'gains', askedAt],
    queryFn: async ({ signal }) => {
      const gains: Gain[] = [];
      for (const [index, name] of names.entries()) {
        const input = { ...inputOf(without(filters, name)), ...moments, by: 'severity' as const };
        const count = () => dashboard.events.summary.query(input, { signal, context: { alone: true } });
        const gain = index < most ? await inTurn(signal, count).catch(() => undefined) : undefined;
        signal.throwIfAborted();
        gains.push({ name, matched: gain?.matched, complete: gain?.complete === true });
      }
      return bestFirst(gains);
    },
    enabled: names.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return data;
}
