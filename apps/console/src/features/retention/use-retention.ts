'use client';

import { useQuery } from '@tanstack/react-query';

import { unhurried } from '../../trpc/use-slow.ts';
import { useTRPC } from '../../trpc/trpc.ts';

/** Milliseconds between two questions: the service counts what is overdue each time, and retention itself runs every ten minutes. */
const interval = 300_000;

/** What retention did last, what it would delete, and what holds it back. */
export function useRetention() {
  return useQuery(
    useTRPC().admin.retention.get.queryOptions(undefined, {
      staleTime: interval,
      refetchInterval: interval,
      meta: unhurried,
      // It counts: nothing else shall wait for it.
      trpc: { context: { alone: true } },
    }),
  );
}
