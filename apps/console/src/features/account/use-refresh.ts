'use client';

import type { AccountSummary } from '@goal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useTRPC } from '../../trpc/trpc.ts';

/**
 * After an act on the account: whatever this page and others show is asked again, so that it is the truth whoever else acts. Resolves with
 * the account as it is now, without waiting for the rest; undefined where it could not be had.
 */
export function useRefresh(id: string): () => Promise<AccountSummary | undefined> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(() => {
    void queryClient.invalidateQueries(trpc.admin.pathFilter());
    // Joins the question that has just been asked again. That it fails is shown by whoever shows the account.
    return queryClient.fetchQuery(trpc.admin.accounts.summary.queryOptions({ id })).catch(() => undefined);
  }, [trpc, queryClient, id]);
}
