'use client';

import type { AccountSummary } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * After a change of the account: invalidates all data, here and on other pages, because other
 * operators may act too. Resolves to the current account without waiting for the rest, or to
 * undefined if it cannot be fetched.
 */
export function useRefreshAccount(id: string): () => Promise<AccountSummary | undefined> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(() => {
    void queryClient.invalidateQueries(trpc.admin.pathFilter());
    // Joins the refetch that the line above began. The components that show the account report a
    // failure.
    return queryClient.fetchQuery(trpc.admin.accounts.summary.queryOptions({ id })).catch(() => undefined);
  }, [trpc, queryClient, id]);
}
