import { limits, type MemberSite } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

const size = limits.pageSize.max;

/**
 * The active and the paused sites of the account, the newest first: all of them, or the newest
 * 5,000. `isWhole` is false while pages are still being read.
 */
export function useAllSites() {
  const query = useInfiniteQuery(
    useTRPC().dashboard.sites.list.infiniteQueryOptions(
      { limit: size, status: ['active', 'paused'] },
      { getNextPageParam: ({ next_cursor: next }) => (next === '' ? undefined : next), staleTime: Infinity, gcTime: 0 },
    ),
  );
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const sites: MemberSite[] = data?.pages.flatMap((page) => page.sites) ?? [];
  const mayGoOn = hasNextPage && sites.length < limits.chosenSites;
  useEffect(() => {
    if (mayGoOn && !isFetchingNextPage && error === null) void fetchNextPage();
  }, [mayGoOn, isFetchingNextPage, error, fetchNextPage]);
  return { sites, error, isWhole: data !== undefined && !mayGoOn, refetch };
}
