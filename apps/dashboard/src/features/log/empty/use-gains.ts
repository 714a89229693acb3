import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

import { type FilterName, inputOf, without } from '../../filters/query/filters.ts';
import { countGains, type Gain } from './gains.ts';
import { inTurn } from '../../filters/feed/in-turn.ts';
import type { Question } from '../../filters/feed/use-feed.ts';

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
    queryFn: ({ signal }) =>
      countGains(names, signal, (name) => {
        const input = { ...inputOf(without(filters, name)), ...moments, by: 'severity' as const };
        return inTurn(signal, () => dashboard.events.summary.query(input, { signal, context: { alone: true } }));
      }),
    enabled: names.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return data;
}
