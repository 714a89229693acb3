import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

const refetchIntervalMs = 60_000;

/** What `goal status` says. Refetched every minute, also after a failure. */
export function useStatus() {
  return useQuery(
    useTRPC().admin.status.queryOptions(undefined, {
      staleTime: refetchIntervalMs,
      refetchInterval: refetchIntervalMs,
    }),
  );
}
