'use client';

import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc/trpc.ts';

/** Milliseconds between two questions. The answer is read from one row, and retention itself runs every ten minutes. */
const intervalMs = 60_000;

/** What retention did last, what is overdue, and what holds it back. Asked again every minute, also after a failure. */
export function useRetention() {
  return useQuery(
    useTRPC().admin.retention.get.queryOptions(undefined, { staleTime: intervalMs, refetchInterval: intervalMs }),
  );
}
