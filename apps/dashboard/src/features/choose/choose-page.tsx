'use client';

import { limits, type MemberSite } from '@goal/contract';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { Choice } from './choice.tsx';

/** Where a member chooses which sites are active, as many as the plan has (rulings §10.19). */
export function ChoosePage() {
  const { data: account } = useAccount();
  return (
    <>
      <PageTitle title="Choose the active sites" />
      {account === undefined ? (
        <SkeletonBox height="20rem" />
      ) : !mayManage(account) ? (
        <EmptyState title="Your role does not open this page.">
          Owners and admins of the whole account choose which sites are active.
        </EmptyState>
      ) : account.limits.sites < 0 ? (
        <EmptyState title="Unlimited sites: there is nothing to choose." />
      ) : (
        <>
          <Text size="sm" mb="sm" maw="46rem">
            The {account.plan} plan has {countOf(account.limits.sites, 'active site')}. The other sites are paused:
            their events can be read, and new ones are refused. You can choose three times a day.
          </Text>
          <AllSites id={account.account_id} most={account.limits.sites} />
        </>
      )}
    </>
  );
}

function AllSites({ id, most }: { id: string; most: number }) {
  const { sites, isWhole, error, refetch } = useAllSites();
  if (error !== null) return <ErrorState query={{ error, refetch }} />;
  if (!isWhole) return <SkeletonBox height="20rem" />;
  if (sites.length === 0) return <EmptyState title="No sites yet" />;
  return <Choice accountId={id} sites={sites} most={most} />;
}

const size = limits.pageSize.max;

/** The active and paused sites, newest first, at most 5,000. `isWhole`: no page is missing. */
function useAllSites() {
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
