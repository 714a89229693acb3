import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

/** The query reads a single row, and retention itself runs every ten minutes. */
const refetchIntervalMs = 60_000;

export function useRetention() {
  return useQuery(
    useTRPC().admin.retention.get.queryOptions(undefined, {
      staleTime: refetchIntervalMs,
      refetchInterval: refetchIntervalMs,
    }),
  );
}
