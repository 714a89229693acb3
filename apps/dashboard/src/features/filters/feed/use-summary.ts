import type { MemberSummary } from '@goal/contract';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

import { inputOf } from '../query/filters.ts';
import { inTurn } from './in-turn.ts';
import type { Division } from '../query/time-range.ts';
import type { Question } from './use-feed.ts';

export const facetKeys = ['severity', 'code', 'user', 'site', 'object', 'event_type'] as const;
export type FacetKey = (typeof facetKeys)[number];

type Counting = { by?: FacetKey; limit?: number; division?: Division };

/** Counts one at a time, after the rows were drawn. The next question cancels it. */
export function useSummary(
  { filters, moments, askedAt }: Question,
  { by, limit = 10, division }: Counting,
  isEnabled: boolean,
): UseQueryResult<MemberSummary> {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...inputOf(filters), ...moments, ...(by === undefined ? {} : { by, limit }), ...division };
  return useQuery({
    queryKey: [...trpc.dashboard.events.summary.queryKey(input), askedAt],
    queryFn: ({ signal }) =>
      inTurn(signal, () => client.dashboard.events.summary.query(input, { signal, context: { alone: true } })),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}
